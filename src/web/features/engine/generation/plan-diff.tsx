import type { PlanDiff } from '#contract/generation.ts';
import { CHANGE_ORDER, CHANGE_WORDS } from './change-words.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './generation.module.css';

const SHOWN = 20;
const LOOK: Partial<Record<PlanDiff['changes'][number]['change'], string | undefined>> = {
  removed: styles.removed,
  added: styles.added,
  follow_up: styles.followUp,
};

/** Summary of a plan diff: counts of every kind, then the first changed tasks by name. */
export function DiffView({ diff, label }: { diff: PlanDiff; label: string }) {
  const counted = CHANGE_ORDER.filter((kind) => diff.counts[kind] > 0);
  const shown = diff.changes.filter(({ change }) => change !== 'kept').slice(0, SHOWN);
  const others = counted.filter((kind) => kind !== 'kept').reduce((sum, kind) => sum + diff.counts[kind], 0);
  return (
    <div className={styles.difference}>
      {counted.length === 0 && <p className={typography.secondary}>Nothing in the plan changes.</p>}
      {counted.length > 0 && (
        <dl className={styles.counts} aria-label={label}>
          {counted.map((kind) => (
            <div key={kind}>
              <dt>{CHANGE_WORDS[kind].count}</dt>
              <dd className={typography.tabular}>{diff.counts[kind].toLocaleString('en-US')}</dd>
            </div>
          ))}
        </dl>
      )}
      {shown.length > 0 && (
        // A scroll container must be focusable to be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={cx(styles.changes, layout.scroll)} aria-label="First changes" tabIndex={0}>
          {shown.map(({ change, task_id, number, title, list_name, reason }) => (
            <li
              key={`${change} ${task_id ?? ''} ${list_name} ${title}`}
              className={LOOK[change]}
              title={reason || undefined}
            >
              <span className={styles.sign} aria-hidden="true">
                {CHANGE_WORDS[change].sign}
              </span>
              {number !== null && <span>T{number}</span>}
              <span className={typography.truncate}>{title}</span>
              <span className={styles.change}>{CHANGE_WORDS[change].one}</span>
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
