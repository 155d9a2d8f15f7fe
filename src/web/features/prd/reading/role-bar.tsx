import { ArrowDown, CircleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { COVERAGE_TEXTS, ROLE_TEXTS } from '#contract/prd-texts.ts';
import type { PrdRole, RoleCounts } from '#contract/requirement.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Kbd } from '#web/ui/keys.tsx';
import { Chip } from '#web/ui/chip.tsx';
import type { Filter } from '../rows/flatten-document.ts';
import { RoleGlyph } from './role-glyph.tsx';
import { ROLES } from './role-shares.tsx';
import layout from '#web/styles/layout.module.css';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import styles from './role-bar.module.css';

interface RoleBarProps {
  /** Undefined until the text has been read. */
  counts: RoleCounts | undefined;
  /** Over the limit, so it will not be read. */
  isTooLong: boolean;
  /** Lines that are not blank. */
  total: number;
  changed: number;
  filter: ReadonlySet<Filter>;
  onFilter: (filter: ReadonlySet<Filter>) => void;
  onNextUnsure: () => void;
  canUndo: boolean;
  onUndo: () => void;
  /** The request for the reading failed. */
  failed: { onRetry: () => void } | undefined;
  /** Stacked bar of the roles, or a minimap of a long document. */
  map: ReactNode;
}

/** Lines per role; each count is a filter. */
export function RoleBar(props: RoleBarProps) {
  const { counts, isTooLong, total, changed, filter, onFilter } = props;
  const toggle = (name: Filter) => {
    const next = new Set(filter);
    if (!next.delete(name)) next.add(name);
    onFilter(next);
  };
  const needs = (role: PrdRole) => role === 'unsure' && (counts?.unsure ?? 0) > 0;
  return (
    <div className={styles.bar} aria-busy={(counts === undefined && !isTooLong) || undefined}>
      <div className={styles.row}>
        <fieldset className={styles.filters} aria-label={`${said(total, counts, isTooLong)}. Filter by role`}>
          <b className={styles.total}>{lineWord(total)}:</b>
          {ROLES.map((role) => (
            <Chip
              key={role}
              pressed={filter.has(role)}
              shape="withGlyph"
              tone={needs(role) ? 'warn' : 'neutral'}
              onClick={() => toggle(role)}
            >
              <RoleGlyph of={role} onInk={filter.has(role)} />
              <b className={cx(styles.count, (filter.has(role) || needs(role)) && styles.asChip)}>
                {counts ? counts[role].toLocaleString('en-US') : '–'}
              </b>{' '}
              <span className={styles.word}>{ROLE_TEXTS[role].count}</span>
            </Chip>
          ))}
          {(changed > 0 || filter.has('changed')) && (
            <Chip shape="withGlyph" pressed={filter.has('changed')} onClick={() => toggle('changed')}>
              <i className={styles.changedMark} aria-hidden="true" />
              <b className={cx(styles.count, filter.has('changed') && styles.asChip)}>
                {changed.toLocaleString('en-US')}
              </b>{' '}
              <span className={styles.word}>changed</span>
            </Chip>
          )}
        </fieldset>
        <span className={layout.grow} />
        {props.canUndo && (
          <Button variant="ghost" size="sm" icon={<Undo2 />} onClick={props.onUndo}>
            <span className={styles.word}>Undo</span>
            <Kbd className={layout.hiddenOnPhone}>Z</Kbd>
          </Button>
        )}
        <Next counts={counts} isTooLong={isTooLong} failed={props.failed} onNextUnsure={props.onNextUnsure} />
      </div>
      {props.map}
    </div>
  );
}

type NextProps = Pick<RoleBarProps, 'counts' | 'isTooLong' | 'failed' | 'onNextUnsure'>;

function Next({ counts, isTooLong, failed, onNextUnsure }: NextProps) {
  if (isTooLong) return <span className={styles.said}>Too long to analyze</span>;
  if (failed)
    return (
      <span className={cx(styles.said, styles.failed)} role="alert">
        <CircleAlert className={icon.size14} /> Could not be read just now.
        <button type="button" className={typography.link} onClick={failed.onRetry}>
          Try Again
        </button>
      </span>
    );
  if (!counts) return <span className={styles.said}>Reading…</span>;
  if (counts.unsure === 0)
    return (
      <span className={styles.said}>
        <RoleGlyph of="done" /> <span className={styles.word}>{COVERAGE_TEXTS.allDecided}</span>
      </span>
    );
  return (
    <Button size="sm" onClick={onNextUnsure}>
      Next <span className={styles.word}>unsure</span>
      <ArrowDown className={icon.size14} />
      <Kbd className={layout.hiddenOnPhone}>U</Kbd>
    </Button>
  );
}

const lineWord = (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`);

export const said = (total: number, counts: RoleCounts | undefined, isTooLong: boolean) =>
  counts
    ? `${lineWord(total)}: ${ROLES.map((role) => `${counts[role]} ${ROLE_TEXTS[role].count}`).join(', ')}`
    : `${lineWord(total)}, ${isTooLong ? 'too long to analyze' : 'being read'}`;
