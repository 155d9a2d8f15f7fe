import { useMemo } from 'react';
import { diffLines } from './diff-lines.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './versions.module.css';

const SIGN = { same: ' ', added: '+', removed: '−', gap: '' } as const;
const SAID = { same: '', added: 'Added: ', removed: 'Removed: ', gap: '' } as const;
const LOOK = { same: undefined, added: styles.added, removed: styles.removed, gap: styles.gap } as const;
const SHOWN = 2_000;

/** Lazy loaded: the diff library is a chunk of its own (code splitting). */
export function VersionDiff({ before, after }: { before: string; after: string }) {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  if (lines.length === 0)
    return <p className={cx(typography.secondary, typography.small)}>The two texts are the same.</p>;
  return (
    // A scroll container must be focusable to be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol className={cx(styles.diff, layout.scroll)} aria-label="What changed" tabIndex={0}>
      {lines.slice(0, SHOWN).map(({ kind, number, text }, i) => (
        // Lines never move, so the index is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={i} className={LOOK[kind]}>
          <span className={styles.number} aria-hidden="true">
            {kind === 'gap' ? '⋯' : number}
          </span>
          <span className={styles.sign} aria-hidden="true">
            {SIGN[kind]}
          </span>
          <span className={styles.line}>
            {SAID[kind] !== '' && <span className={typography.visuallyHidden}>{SAID[kind]}</span>}
            {text}
          </span>
        </li>
      ))}
      {lines.length > SHOWN && <li className={styles.gap}>{lines.length - SHOWN} more</li>}
    </ol>
  );
}
