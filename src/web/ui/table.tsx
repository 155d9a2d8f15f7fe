import type { ComponentProps, ReactNode } from 'react';
import layout from '#web/styles/layout.module.css';
import { cx } from './cx.ts';
import styles from './table.module.css';

const LINE = { none: undefined, above: styles.lineAbove, around: styles.lineAround } as const;

export interface TableProps {
  label: string;
  /** Where a line sets it off from what is next to it. */
  line?: keyof typeof LINE | undefined;
  /** Its rows are about to be replaced by others. */
  dimmed?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/** Table in a box that scrolls sideways by itself. */
export function Table({ label, line = 'none', dimmed, children, className }: TableProps) {
  const look = cx(layout.scroll, LINE[line], dimmed !== undefined && styles.fades, dimmed && styles.dimmed, className);
  return (
    // A box that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={look} aria-label={label} tabIndex={0}>
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
