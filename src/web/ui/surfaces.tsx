import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';

export function Card({ pad, className, ...rest }: ComponentProps<'section'> & { pad?: boolean | undefined }) {
  return <section {...rest} className={cx('card', pad && 'pad', className)} />;
}

export interface PanelProps {
  title: string;
  count?: number | undefined;
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A framed part of a screen that answers to its own width (container queries). */
export function Panel({ title, count, actions, className, children }: PanelProps) {
  return (
    <section className={cx('panel', className)} aria-label={title}>
      <header className="phead">
        <h2>{title}</h2>
        {count !== undefined && (
          <span className={cx(typography.mono, typography.micro, typography.tertiary)}>{count}</span>
        )}
        <span className={layout.grow} />
        {actions}
      </header>
      <div className={cx('pbody', layout.scroll)}>{children}</div>
    </section>
  );
}

/** Table in a box that scrolls sideways by itself; cells with class "r" are numbers. */
export function Table({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    // A box that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={cx(layout.scroll, className)} aria-label={label} tabIndex={0}>
      <table className="table">{children}</table>
    </section>
  );
}
