import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import styles from './section-title.module.css';

export function SectionTitle({ className, children, ...rest }: ComponentProps<'h3'>) {
  return (
    <h3 {...rest} className={cx(styles.title, className)}>
      {children}
    </h3>
  );
}
