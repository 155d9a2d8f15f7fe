import type { ComponentProps, ReactNode } from 'react';
import layout from '#web/styles/layout.module.css';
import { cx } from './cx.ts';
import styles from './table.module.css';

const LINE = { none: undefined, above: styles.lineAbove, around: styles.lineAround } as const;

export interface TableProps {
  label: string;
  /** Side with a border. */
  line?: keyof typeof LINE | undefined;
  /** Its rows are about to be replaced. */
  dimmed?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/** Table in a horizontal scroll container. */
export function Table({ label, line = 'none', dimmed, children, className }: TableProps) {
  const look = cx(layout.scroll, LINE[line], dimmed !== undefined && styles.fades, dimmed && styles.dimmed, className);
  return (
    // A scroll container must be focusable, or it cannot be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={look} aria-label={label} tabIndex={0}>
      <table className={styles.table}>{children}</table>
    </section>
  );
}

/** For the numbers of a chart: low rows, no scroll container. */
export function DenseTable({ children }: { children: ReactNode }) {
  return <table className={cx(styles.table, styles.dense)}>{children}</table>;
}

export type NumberHeadProps = {
  /** Monospaced like the numbers below it. */
  mono?: boolean | undefined;
} & ComponentProps<'th'>;

export function NumberHead({ mono, className, ...rest }: NumberHeadProps) {
  return <th scope="col" {...rest} className={cx(styles.numberHead, mono && styles.mono, className)} />;
}

export function NumberCell({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={cx(styles.number, className)} />;
}
