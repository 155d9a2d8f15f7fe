import { useMemo } from 'react';
import { diffLines } from './diff-lines.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

const SIGN = { same: ' ', added: '+', removed: '−', gap: '' } as const;
const SAID = { same: '', added: 'Added: ', removed: 'Removed: ', gap: '' } as const;
const SHOWN = 2_000;

/** Loaded on its own, when somebody compares two versions. */
export function VersionDiff({ before, after }: { before: string; after: string }) {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  if (lines.length === 0)
    return <p className={cx(typography.secondary, typography.small)}>The two texts are the same.</p>;
  return (
    // A box that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol className={cx('version-diff', layout.scroll)} aria-label="What changed" tabIndex={0}>
      {lines.slice(0, SHOWN).map(({ kind, number, text }, i) => (
        // Lines of one comparison never move: their place is their name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={i} className={kind}>
          <span className="at" aria-hidden="true">
            {kind === 'gap' ? '⋯' : number}
          </span>
          <span className="sign" aria-hidden="true">
            {SIGN[kind]}
          </span>
          <span className="line">
            {SAID[kind] !== '' && <span className={typography.visuallyHidden}>{SAID[kind]}</span>}
            {text}
          </span>
        </li>
      ))}
      {lines.length > SHOWN && <li className="gap">{lines.length - SHOWN} more</li>}
    </ol>
  );
}
