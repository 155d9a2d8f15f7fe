import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import styles from './avatar.module.css';

/** First two characters of the first candidate that has any, else "U". */
export function initialsOf(...candidates: (string | null | undefined)[]) {
  const source = candidates.map((text) => text?.trim() ?? '').find((text) => text !== '') ?? 'U';
  return Array.from(new Intl.Segmenter('en').segment(source), ({ segment }) => segment)
    .slice(0, 2)
    .join('')
    .toUpperCase();
}

export function Avatar({ initials, size }: { initials: string; size?: 'lg' | undefined }) {
  return (
    <span className={cx(styles.avatar, size === 'lg' && styles.large)} aria-hidden="true">
      {initials}
    </span>
  );
}

export type AvatarButtonProps = { initials: string; label: string } & Omit<ComponentProps<'button'>, 'aria-label'>;

export function AvatarButton({ initials, label, className, ...rest }: AvatarButtonProps) {
  return (
    <button type="button" {...rest} className={cx(styles.avatar, className)} aria-label={label}>
      {initials}
    </button>
  );
}
