import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './inline-code.module.css';

export function InlineCode({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <code className={cx(styles.code, className)}>{children}</code>;
}
