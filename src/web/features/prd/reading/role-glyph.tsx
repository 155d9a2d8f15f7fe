import type { PrdRole } from '#contract/requirement.ts';
import { cx } from '#web/ui/cx.ts';
import styles from './role-glyph.module.css';

const LOOK = {
  work: styles.work,
  context: styles.context,
  limit: styles.limit,
  done: styles.done,
  unsure: styles.unsure,
  unread: styles.unread,
} as const;

interface RoleGlyphProps {
  of: PrdRole | undefined;
  /** Inverted, for a pressed chip. */
  onInk?: boolean | undefined;
  className?: string | undefined;
}

/**
 * Roles differ by shape, not by colour alone: dot, small ring, crossed ring, disc with a tick, question mark; a faint
 * dot while unknown.
 */
export function RoleGlyph({ of: role, onInk, className }: RoleGlyphProps) {
  return (
    <svg
      className={cx(styles.glyph, LOOK[role ?? 'unread'], onInk && styles.onInk, className)}
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      {drawing(role)}
    </svg>
  );
}

function drawing(role: PrdRole | undefined) {
  switch (role) {
    case 'work':
      return <circle cx="6" cy="6" r="3.25" />;
    case 'context':
      return <circle cx="6" cy="6" r="2.6" />;
    case 'limit':
      return (
        <>
          <circle cx="6" cy="6" r="4.4" />
          <path d="m3 9 6-6" />
        </>
      );
    case 'done':
      return (
        <>
          <circle className={styles.shape} cx="6" cy="6" r="5.25" />
          <path className={styles.sign} d="m3.7 6.2 1.6 1.6 3-3.4" />
        </>
      );
    case 'unsure':
      return (
        <>
          <circle className={styles.shape} cx="6" cy="6" r="5.2" />
          <path className={styles.sign} d="M4.6 4.9a1.4 1.4 0 1 1 2.1 1.2c-.5.3-.7.5-.7.9M6 8.6v.05" />
        </>
      );
    default:
      return <circle cx="6" cy="6" r="1.5" />;
  }
}
