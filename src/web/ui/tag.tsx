import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './tag.module.css';

const KIND = {
  wip: styles.wip,
  done: styles.done,
  active: styles.active,
  blocked: styles.waiting,
  review: styles.waiting,
  orphaned: styles.waiting,
  you: styles.you,
} as const;

/** A task's status. "active" marks the path to the baton. */
export function Tag({ kind, children }: { kind?: keyof typeof KIND; children: ReactNode }) {
  return <span className={cx(styles.tag, kind && KIND[kind])}>{children}</span>;
}
