import type { ReactNode } from 'react';
import { ButtonLink, type ButtonLinkProps } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './call-to-action.module.css';

export function CallToAction({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={cx(styles.actions, className)}>{children}</div>;
}

/** On a phone they share the width. */
export function CallLink(props: Pick<ButtonLinkProps, 'to' | 'variant' | 'style' | 'children'>) {
  return <ButtonLink {...props} size="lg" className={styles.link} />;
}
