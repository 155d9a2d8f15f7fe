import type { Task, TaskStatus } from '#contract/task.ts';
import type { PlanView } from '../data/plan-view.ts';
import { needsYou } from '../data/needs-you.ts';
import { numberOf } from './tree-row.ts';

/** A status, that somebody had to stop, or that a person is needed. */
export type StatusFilter = TaskStatus | 'blocked' | 'needs';

export const isBlocked = (task: Pick<Task, 'blocked_reason'>) => task.blocked_reason !== null;

/** What the address says the tree and the task list show. */
export interface PlanFilters {
  q: string;
  /** Ids of root lists; none means all. */
  lists: readonly string[];
  statuses: readonly StatusFilter[];
}

/** What to change; as a function, of what is chosen by then, which may not be drawn yet. */
export type FilterChange = Partial<PlanFilters> | ((now: PlanFilters) => Partial<PlanFilters>);

export const NO_FILTERS: PlanFilters = { q: '', lists: [], statuses: [] };

export const isFiltering = ({ q, lists, statuses }: PlanFilters) =>
  q.trim() !== '' || lists.length > 0 || statuses.length > 0;

export interface Found {
  hits: ReadonlySet<string>;
  /** The hits and every task above them. */
  shown: ReadonlySet<string>;
}

/**
 * What words and statuses leave over; undefined when neither is set. Rows that still wait for the server are always
 * found, so that nobody loses sight of what was just written.
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

function hasStatus(task: Task, status: StatusFilter) {
  if (status === 'needs') return needsYou(task);
  return status === 'blocked' ? isBlocked(task) : task.status === status;
}

const matches = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));

const texts = new WeakMap<Task, string>();

/** Made once for each row, not with every letter that is typed. */
function textOf(task: Task) {
  const known = texts.get(task);
  if (known !== undefined) return known;
  const text = `${numberOf(task)} ${task.title}`.toLowerCase();
  texts.set(task, text);
  return text;
}
