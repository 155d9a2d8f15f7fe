import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './error-text.module.css';

export interface ErrorTextProps {
  id?: string | undefined;
  icon?: ReactNode;
  /** Stands at the end of its line. */
  end?: boolean | undefined;
  /** False: it was there when the page was drawn, so nothing is announced. */
  alert?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** One sentence about what went wrong, in red. */
export function ErrorText({ id, icon, end, alert = true, className, children }: ErrorTextProps) {
  return (
    <p className={cx(styles.error, end && styles.end, className)} id={id} role={alert ? 'alert' : undefined}>
      {icon}
      {icon ? <span>{children}</span> : children}
    </p>
  );
}
