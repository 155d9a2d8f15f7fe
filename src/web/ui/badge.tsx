import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './badge.module.css';

const TONE = {
  neutral: undefined,
  outline: styles.outline,
  ok: styles.ok,
  bad: styles.bad,
  warn: styles.warn,
  info: styles.info,
  baton: styles.baton,
} as const;

export type Tone = keyof typeof TONE;

export interface BadgeProps {
  tone?: Tone;
  /** On a selected row. */
  onSelected?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** For facts. A tag is for a task's status, a chip is a control. */
export function Badge({ tone = 'neutral', onSelected, className, children }: BadgeProps) {
  return (
    <span className={cx(styles.badge, TONE[tone], onSelected && styles.onSelected, className)} data-tone={tone}>
      {children}
    </span>
  );
}
