import { useMemo } from 'react';
import { formatNumber } from '#contract/counted.ts';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/dot.tsx';
import { Lane } from '#web/ui/lane.tsx';
import type { PlanView } from '../data/plan-view.ts';
import { stateOf } from '../data/needs-you.ts';
import type { StatusFilter } from './filter-plan.ts';
import typography from '#web/styles/typography.module.css';
import styles from './plan-progress.module.css';

const STATUSES = [
  { status: 'open', word: 'Open', tone: undefined },
  { status: 'wip', word: 'WIP', tone: 'baton' },
  { status: 'done', word: 'Done', tone: 'ok' },
  { status: 'blocked', word: 'Blocked', tone: 'warn' },
  { status: 'asking', word: 'Asking', tone: 'warn' },
] as const;

interface PlanProgressProps {
  plan: PlanView;
  /** Ids of root lists; empty means all. */
  chosen: readonly string[];
  statuses: readonly StatusFilter[];
  onToggle: (status: StatusFilter) => void;
}

/** Progress of the chosen lists, above the lanes of the whole plan. The counts are filter buttons. */
export function PlanProgress({ plan, chosen, statuses, onToggle }: PlanProgressProps) {
  const { roots } = plan;
  const halted = useMemo(() => countHalted(plan, chosen), [plan, chosen]);
  const { tasks, done, wip } = countShown(plan, chosen);
  const counts = { tasks, done, wip, ...halted, open: tasks - done - wip - halted.blocked - halted.asking };
  // Most plans have no task that is blocked or asks, so these counts are left out unless above zero or filtered by.
  const offered = STATUSES.filter(
    ({ status }) => (status !== 'blocked' && status !== 'asking') || counts[status] > 0 || statuses.includes(status),
  );
  const percent = counts.tasks === 0 ? 0 : Math.round((counts.done / counts.tasks) * 100);
  const lists = roots.map(({ id, name }) => ({ name, ...plan.countOf(id), active: plan.active.has(id) }));
  const summary = lists
    .map(({ name, done, total }) => `${name} ${formatNumber(done)} of ${formatNumber(total)}`)
    .join(', ');
  return (
    <div className={styles.progress}>
      <div className={cx(styles.line, typography.small, typography.tabular)}>
        <b>{percent}%</b>
        <span
          className={cx(typography.tertiary, typography.nowrap)}
        >{`${formatNumber(counts.done)} of ${formatNumber(counts.tasks)} done`}</span>
        <fieldset className={styles.counts} aria-label="Status filter">
          {offered.map(({ status, word, tone }) => (
            <button
              key={status}
              type="button"
              aria-pressed={statuses.includes(status)}
              className={cx(styles.count, status === 'wip' && counts.wip > 0 && styles.inProgress)}
              onClick={() => onToggle(status)}
            >
              <Dot tone={status === 'wip' && counts.wip === 0 ? undefined : tone} />
              {`${word} ${formatNumber(counts[status])}`}
            </button>
          ))}
        </fieldset>
      </div>
      <Lane blocks={lists} label={`Progress by task list: ${summary || 'no lists yet'}`} />
    </div>
  );
}

function countShown(plan: PlanView, chosen: readonly string[]): PlanView['counts'] {
  const shown = plan.roots.filter(({ id }) => chosen.includes(id)).map(({ id }) => plan.countOf(id));
  if (shown.length === 0) return plan.counts;
  const sum = (part: 'total' | 'done' | 'wip') => shown.reduce((all, count) => all + count[part], 0);
  return { tasks: sum('total'), done: sum('done'), wip: sum('wip') };
}

function countHalted(plan: PlanView, chosen: readonly string[]) {
  const counts = { blocked: 0, asking: 0 };
  for (const task of plan.tasks.values()) {
    const state = stateOf(task);
    if (state !== 'blocked' && state !== 'asking') continue;
    if (chosen.length === 0 || chosen.includes(plan.rootOf(task.id)?.id ?? '')) counts[state] += 1;
  }
  return counts;
}
