import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './error-text.module.css';

export interface ErrorTextProps {
  id?: string | undefined;
  icon?: ReactNode;
  /** Aligned at the end of its row. */
  end?: boolean | undefined;
  /** False for an error that was there when the page was rendered: it is not announced. */
  alert?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function ErrorText({ id, icon, end, alert = true, className, children }: ErrorTextProps) {
  return (
    <p className={cx(styles.error, end && styles.end, className)} id={id} role={alert ? 'alert' : undefined}>
      {icon}
      {icon ? <span>{children}</span> : children}
    </p>
  );
}
