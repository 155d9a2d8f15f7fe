import type { PlanDiff } from '#contract/generation.ts';
import { CHANGE_ORDER, CHANGE_WORDS } from './change-words.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

const SHOWN = 20;

/** What becomes of the plan: whole counts, then the first tasks by name. */
export function DiffView({ diff, label }: { diff: PlanDiff; label: string }) {
  const counted = CHANGE_ORDER.filter((kind) => diff.counts[kind] > 0);
  const shown = diff.changes.filter(({ change }) => change !== 'kept').slice(0, SHOWN);
  const others = counted.filter((kind) => kind !== 'kept').reduce((sum, kind) => sum + diff.counts[kind], 0);
  return (
    <div className="check-way">
      {counted.length === 0 && <p className={typography.secondary}>Nothing in the plan changes.</p>}
      {counted.length > 0 && (
        <dl className="check-counts" aria-label={label}>
          {counted.map((kind) => (
            <div key={kind}>
              <dt>{CHANGE_WORDS[kind].count}</dt>
              <dd className={typography.tabular}>{diff.counts[kind].toLocaleString('en-US')}</dd>
            </div>
          ))}
        </dl>
      )}
      {shown.length > 0 && (
        // A box that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={cx('check-diff', layout.scroll)} aria-label="First changes" tabIndex={0}>
          {shown.map(({ change, task_id, number, title, list_name, reason }) => (
            <li key={`${change} ${task_id ?? ''} ${list_name} ${title}`} className={change} title={reason || undefined}>
              <span className="sign" aria-hidden="true">
                {CHANGE_WORDS[change].sign}
              </span>
              {number !== null && <span className="no">T{number}</span>}
              <span className={typography.truncate}>{title}</span>
              <span className="what">{CHANGE_WORDS[change].one}</span>
            </li>
          ))}
          {others > shown.length && (
            <li className={typography.tertiary}>{(others - shown.length).toLocaleString('en-US')} more</li>
          )}
        </ul>
      )}
    </div>
  );
}
