import type { ComponentProps, ReactNode } from 'react';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from './cx.ts';
import styles from './panel.module.css';

export type PanelProps = {
  pad?: boolean | undefined;
  dropTarget?: boolean | undefined;
  /** On a phone it ends at the bottom edge of the window. */
  sheetOnPhone?: boolean | undefined;
} & ComponentProps<'section'>;

/** A framed part of a screen; a container for container queries. */
export function Panel({ pad, dropTarget, sheetOnPhone, className, ...rest }: PanelProps) {
  return (
    <section
      {...rest}
      className={cx(
        styles.panel,
        pad && styles.pad,
        dropTarget && styles.dropTarget,
        sheetOnPhone && styles.sheetOnPhone,
        className,
      )}
    />
  );
}

export function PanelHeader({ withTabs, children }: { withTabs?: boolean | undefined; children: ReactNode }) {
  return <header className={cx(styles.header, withTabs && styles.withTabs)}>{children}</header>;
}

export function PanelTitle({ hidden, children }: { hidden?: boolean | undefined; children: ReactNode }) {
  return <h2 className={cx(styles.title, hidden && typography.visuallyHidden)}>{children}</h2>;
}

export function PanelBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx(styles.body, layout.scroll, className)} />;
}
