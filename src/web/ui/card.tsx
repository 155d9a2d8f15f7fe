import type { HTMLAttributes } from 'react';
import surface from '#web/styles/surface.module.css';
import { cx } from './cx.ts';
import styles from './card.module.css';

export type CardProps = {
  as?: 'section' | 'div' | 'li' | undefined;
  pad?: boolean | undefined;
  /** Rows that run to the edge are cut at the round corners. */
  clipped?: boolean | undefined;
  /** Around what cannot be taken back. */
  danger?: boolean | undefined;
} & HTMLAttributes<HTMLElement>;

/** A box that stands out from the page. */
export function Card({ as: Element = 'section', pad, clipped, danger, className, ...rest }: CardProps) {
  return (
    <Element
      {...rest}
      className={cx(surface.card, pad && styles.pad, clipped && styles.clipped, danger && styles.danger, className)}
    />
  );
}
