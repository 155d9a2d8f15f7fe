import { cx } from './cx.ts';
import styles from './dot.module.css';

const TONE = { ok: styles.ok, bad: styles.bad, warn: styles.warn, baton: styles.baton } as const;

export interface DotProps {
  tone?: keyof typeof TONE | undefined;
  pulse?: boolean | undefined;
  className?: string | undefined;
}

export function Dot({ tone, pulse, className }: DotProps) {
  return <i className={cx(styles.dot, tone && TONE[tone], pulse && styles.pulse, className)} aria-hidden="true" />;
}
