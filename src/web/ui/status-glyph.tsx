import { cx } from './cx.ts';
import { asImage } from './naming.ts';
import styles from './status-glyph.module.css';

/** "asking": an open task that waits for a person's answer. */
export type GlyphStatus = 'open' | 'wip' | 'done' | 'asking';

export interface StatusGlyphProps {
  status: GlyphStatus;
  label?: string | undefined;
  size?: 'sm' | undefined;
  className?: string | undefined;
}

/** Ring, ring with a slanted bar, disc with a tick, disc with a question mark. Without a label where the word is beside it. */
export function StatusGlyph({ status, label, size, className }: StatusGlyphProps) {
  const look = cx(
    styles.glyph,
    size === 'sm' && styles.small,
    status === 'wip' && styles.wip,
    status === 'asking' && styles.asking,
    className,
  );
  return (
    <svg className={look} viewBox="0 0 14 14" {...asImage(label)}>
      {status === 'done' || status === 'asking' ? (
        <circle className={styles.disc} cx="7" cy="7" r="6.25" />
      ) : (
        <circle className={styles.ring} cx="7" cy="7" r="5.5" />
      )}
      {status === 'done' && <path className={styles.check} d="m4.3 7.2 1.9 1.9 3.5-4" />}
      {status === 'asking' && (
        <path className={styles.mark} d="M5.5 5.4a1.55 1.55 0 1 1 2.3 1.4c-.5.3-.8.6-.8 1.1M7 9.9v.05" />
      )}
      {status === 'wip' && <path className={styles.bar} d="M5.6 8.4 8.4 5.6" />}
    </svg>
  );
}
