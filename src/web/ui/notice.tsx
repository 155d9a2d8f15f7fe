import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import layout from '#web/styles/layout.module.css';
import { cx } from './cx.ts';
import styles from './notice.module.css';

const TONE = {
  info: { Icon: Info, look: undefined },
  ok: { Icon: CircleCheck, look: styles.ok },
  warn: { Icon: TriangleAlert, look: styles.warn },
  bad: { Icon: CircleAlert, look: styles.bad },
} as const;

export interface NoticeProps {
  tone?: keyof typeof TONE | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A permanent message inside a page, form or card. */
export function Notice({ tone = 'info', className, children }: NoticeProps) {
  const { Icon, look } = TONE[tone];
  return (
    <div className={cx(styles.notice, look, className)} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon className={styles.icon} />
      <div className={layout.grow}>{children}</div>
    </div>
  );
}
