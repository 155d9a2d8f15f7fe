import type { ComponentProps, ReactNode } from 'react';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './auth-form.module.css';

/** noValidate: the fields show their own errors instead of the browser's. */
export function AuthForm(props: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) {
  return <form {...props} className={styles.form} noValidate />;
}

/** Below the form: the link to the other sign-in page. */
export function OtherWay({ children }: { children: ReactNode }) {
  return <p className={cx(typography.secondary, styles.otherWay)}>{children}</p>;
}

/** Between the buttons that leave the form and its fields. */
export function OrDivider() {
  return (
    <div className={styles.divider}>
      <span>or</span>
    </div>
  );
}
