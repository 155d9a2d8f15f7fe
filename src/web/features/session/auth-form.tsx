import type { ComponentProps, ReactNode } from 'react';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './auth-form.module.css';

/** The form of a sign-in page: a heading, one sentence, fields below each other. Fields check themselves. */
export function AuthForm(props: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) {
  return <form {...props} className={styles.form} noValidate />;
}

/** Under the form: where those go who wanted another one. */
export function OtherWay({ children }: { children: ReactNode }) {
  return <p className={cx(typography.secondary, styles.otherWay)}>{children}</p>;
}
