import { ArrowDown, CircleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { COVERAGE_TEXTS, ROLE_TEXTS } from '#contract/prd-texts.ts';
import type { RoleCounts } from '#contract/requirement.ts';
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

interface RoleBarProps {
  /** Undefined while the text is read. */
  counts: RoleCounts | undefined;
  /** Lines that are not blank. */
  total: number;
  changed: number;
  filter: ReadonlySet<Filter>;
  onFilter: (filter: ReadonlySet<Filter>) => void;
  onNextUnsure: () => void;
  canUndo: boolean;
  onUndo: () => void;
  /** The text could not be read. */
  failed: { onRetry: () => void } | undefined;
  /** The shares of the roles, or where in a long document they stand. */
  map: ReactNode;
}

/** What the lines of the document are, in numbers; each number shows only its lines. */
export function RoleBar(props: RoleBarProps) {
  const { counts, total, changed, filter, onFilter } = props;
  const toggle = (name: Filter) => {
    const next = new Set(filter);
    if (!next.delete(name)) next.add(name);
    onFilter(next);
  };
  return (
    <div className="rbar" aria-busy={counts === undefined || undefined}>
      <div className="rrow">
        <fieldset className="contents" aria-label={`${said(total, counts)}. Filter by role`}>
          <b className="rtotal">{lineWord(total)}:</b>
          {ROLES.map((role) => (
            <Chip
              key={role}
              pressed={filter.has(role)}
              shape="withGlyph"
              tone={role === 'unsure' && (counts?.unsure ?? 0) > 0 ? 'warn' : 'neutral'}
              className={cx('fc', role === 'unsure' && (counts?.unsure ?? 0) > 0 && 'need')}
              onClick={() => toggle(role)}
            >
              <RoleGlyph of={role} />
              <b>{counts ? counts[role].toLocaleString('en-US') : '–'}</b>{' '}
              <span className="word">{ROLE_TEXTS[role].count}</span>
            </Chip>
          ))}
          {(changed > 0 || filter.has('changed')) && (
            <Chip shape="withGlyph" pressed={filter.has('changed')} className="fc" onClick={() => toggle('changed')}>
              <i className="newbar" aria-hidden="true" />
              <b>{changed.toLocaleString('en-US')}</b> <span className="word">changed</span>
            </Chip>
          )}
        </fieldset>
        <span className={layout.grow} />
        {props.canUndo && (
          <Button variant="ghost" size="sm" icon={<Undo2 />} onClick={props.onUndo}>
            <span className="lw">Undo</span>
            <Kbd className={layout.hiddenOnPhone}>Z</Kbd>
          </Button>
        )}
        <Next counts={counts} failed={props.failed} onNextUnsure={props.onNextUnsure} />
      </div>
      {props.map}
    </div>
  );
}

function Next({ counts, failed, onNextUnsure }: Pick<RoleBarProps, 'counts' | 'failed' | 'onNextUnsure'>) {
  if (failed)
    return (
      <span className="rsaid bad" role="alert">
        <CircleAlert className={icon.size14} /> Could not be read just now.
        <button type="button" className={typography.link} onClick={failed.onRetry}>
          Try Again
        </button>
      </span>
    );
  if (!counts) return <span className={cx('rsaid', typography.tertiary)}>Reading…</span>;
  if (counts.unsure === 0)
    return (
      <span className="rsaid">
        <RoleGlyph of="done" /> <span className="lw">{COVERAGE_TEXTS.allDecided}</span>
      </span>
    );
  return (
    <Button size="sm" className="next" onClick={onNextUnsure}>
      Next <span className="lw">unsure</span>
      <ArrowDown className={icon.size14} />
      <Kbd className={layout.hiddenOnPhone}>U</Kbd>
    </Button>
  );
}

const lineWord = (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en-US')} lines`);

export const said = (total: number, counts: RoleCounts | undefined) =>
  counts
    ? `${lineWord(total)}: ${ROLES.map((role) => `${counts[role]} ${ROLE_TEXTS[role].count}`).join(', ')}`
    : `${lineWord(total)}, being read`;
