import type { ComponentProps, ReactNode } from 'react';
import layout from '#web/styles/layout.module.css';
import { cx } from './cx.ts';
import styles from './table.module.css';

export interface TableProps {
  label: string;
  children: ReactNode;
  className?: string | undefined;
}

/** Table in a box that scrolls sideways by itself. */
export function Table({ label, children, className }: TableProps) {
  return (
    // A box that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={cx(layout.scroll, className)} aria-label={label} tabIndex={0}>
      <table className={styles.table}>{children}</table>
    </section>
  );
}

/** The numbers of a chart, in short lines, without a box around them. */
export function DenseTable({ children }: { children: ReactNode }) {
  return <table className={cx(styles.table, styles.dense)}>{children}</table>;
}

export type NumberHeadProps = {
  /** Set like the numbers below it. */
  mono?: boolean | undefined;
} & ComponentProps<'th'>;

/** Names a column of numbers. */
export function NumberHead({ mono, className, ...rest }: NumberHeadProps) {
  return <th scope="col" {...rest} className={cx(styles.numberHead, mono && styles.mono, className)} />;
}

export function NumberCell({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={cx(styles.number, className)} />;
}
