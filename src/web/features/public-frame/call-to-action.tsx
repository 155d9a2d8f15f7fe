import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import styles from './call-to-action.module.css';

/** The links that a public page wants followed. */
export function CallToAction({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={cx(styles.actions, className)}>{children}</div>;
}
