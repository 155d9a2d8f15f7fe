import type { Task, TaskStatus } from '#contract/task.ts';
import type { PlanView } from '../data/plan-view.ts';
import { needsYou, stateOf } from '../data/needs-you.ts';
import { numberOf } from './tree-row.ts';

/** What a task is counted as, or in need of a person. */
export type StatusFilter = TaskStatus | 'blocked' | 'asking' | 'needs';

export const isBlocked = (task: Pick<Task, 'blocked_reason'>) => task.blocked_reason !== null;

/** Filters of the tree and the task list, from the URL. */
export interface PlanFilters {
  q: string;
  /** Ids of root lists; empty means all. */
  lists: readonly string[];
  statuses: readonly StatusFilter[];
}

/** A partial update, or a function of the newest filters, which may not be rendered yet (stale closure). */
export type FilterChange = Partial<PlanFilters> | ((now: PlanFilters) => Partial<PlanFilters>);

export const NO_FILTERS: PlanFilters = { q: '', lists: [], statuses: [] };

export const isFiltering = ({ q, lists, statuses }: PlanFilters) =>
  q.trim() !== '' || lists.length > 0 || statuses.length > 0;

export interface Found {
  hits: ReadonlySet<string>;
  /** The hits and their ancestors. */
  shown: ReadonlySet<string>;
}

/**
 * Tasks that match words and statuses; undefined if neither is set. Pending rows always match, so that a row just
 * written does not vanish.
 */
export function findInPlan(
  plan: PlanView,
  { q, statuses }: PlanFilters,
  pending: ReadonlySet<string>,
): Found | undefined {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && statuses.length === 0) return undefined;
  const hits = new Set<string>();
  const shown = new Set<string>();
  for (const task of plan.tasks.values()) {
    if (!pending.has(task.id)) {
      if (statuses.length > 0 && !statuses.some((status) => hasStatus(task, status))) continue;
      if (words.length > 0 && !matches(textOf(task), words)) continue;
    }
    hits.add(task.id);
    for (let up: string | undefined = task.id; up !== undefined && !shown.has(up); up = plan.parentOf(up)?.id) {
      shown.add(up);
    }
  }
  return { hits, shown };
}

const hasStatus = (task: Task, status: StatusFilter) =>
  status === 'needs' ? needsYou(task) : stateOf(task) === status;

const matches = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));

const texts = new WeakMap<Task, string>();

/** Memoized per row: not rebuilt on every keystroke. */
function textOf(task: Task) {
  const known = texts.get(task);
  if (known !== undefined) return known;
  const text = `${numberOf(task)} ${task.title}`.toLowerCase();
  texts.set(task, text);
  return text;
}
