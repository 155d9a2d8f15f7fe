import type { ReactNode } from 'react';
import { usePageTitle } from '#web/lib/page-title.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './admin-head.module.css';

export interface AdminHeadProps {
  title: string;
  /** Beside the title, such as a badge. */
  beside?: ReactNode;
  sub?: ReactNode;
  actions?: ReactNode;
  lineBelow?: boolean | undefined;
}

/** Head of a screen of the console; also sets the window title. */
export function AdminHead({ title, beside, sub, actions, lineBelow }: AdminHeadProps) {
  usePageTitle(title, 'Admin');
  return (
    <div className={cx(styles.head, lineBelow && styles.lineBelow)}>
      <div className={layout.grow}>
        <div className={cx(layout.row, layout.gap8)}>
          <h1 className={cx(typography.truncate, styles.title)}>{title}</h1>
          {beside}
        </div>
        {sub !== undefined && <p className={cx(typography.tabular, styles.sub)}>{sub}</p>}
      </div>
      {actions}
    </div>
  );
}
