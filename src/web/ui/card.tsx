import type { HTMLAttributes } from 'react';
import surface from '#web/styles/surface.module.css';
import { cx } from './cx.ts';
import styles from './card.module.css';

export type CardProps = {
  as?: 'section' | 'div' | 'li' | undefined;
  pad?: boolean | undefined;
  /** Clips rows without padding at the rounded corners. */
  clipped?: boolean | undefined;
  /** For actions that cannot be undone. */
  danger?: boolean | undefined;
} & HTMLAttributes<HTMLElement>;

export function Card({ as: Element = 'section', pad, clipped, danger, className, ...rest }: CardProps) {
  return (
    <Element
      {...rest}
      className={cx(surface.card, pad && styles.pad, clipped && styles.clipped, danger && styles.danger, className)}
    />
  );
}
