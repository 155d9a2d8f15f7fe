import type { DraftTask } from '#contract/plan-draft.ts';
import type { Facts } from './gather-facts.ts';
import { sameText } from './plain-text.ts';

/** What can be told of any plan, labelled or not. */
export interface ShapeScore {
  openTasks: number;
  doneTasks: number;
  parkedTasks: number;
  enablers: number;
  /** Of each open task that answers something. */
  checks: number[];
  /** Checks the document states more than once, and checks that come from another part than the rest of their task. */
  merged: number;
  moved: number;
  /** How many tasks bear the headings of one family of siblings; 0 for less than three. */
  spine: number;
  lists: number;
  isOutline: boolean;
  notices: number;
}

export function scoreShape(facts: Facts): ShapeScore {
  const { draft, leaves } = facts;
  const open = leaves.filter(({ done, parked, is_enabler }) => !done && !parked && !is_enabler);
  return {
    openTasks: open.length,
    doneTasks: leaves.filter(({ done }) => done).length,
    parkedTasks: leaves.filter(({ parked, done }) => parked && !done).length,
    enablers: leaves.filter(({ is_enabler }) => is_enabler).length,
    checks: open.map(({ checks }) => checks.length),
    merged: leaves.flatMap(({ checks }) => checks).filter(({ requirement_ids }) => requirement_ids.length > 1).length,
    moved: leaves.map((task) => countMoved(facts, task)).reduce((a, b) => a + b, 0),
    spine: sizeOfSpine(facts),
    lists: draft.lists.filter(({ parent }) => parent === null).length,
    isOutline: draft.is_outline,
    notices: draft.notices.length,
  };
}

/** Checks with one source in a section that is not the one most of the task comes from, nor under it, nor above it. */
function countMoved({ requirements }: Facts, { checks }: DraftTask): number {
  const paths = checks.flatMap(({ requirement_ids: [id = '', ...others] }) => {
    const path = others.length > 0 ? undefined : requirements.get(id)?.heading_path;
    return path === undefined ? [] : [path.join(' › ')];
  });
  const sizes = [...Map.groupBy(paths, (path) => path)].toSorted(([, a], [, b]) => b.length - a.length);
  const home = sizes[0]?.[0] ?? '';
  return paths.filter((path) => !path.startsWith(home) && !home.startsWith(path) && parentOf(path) !== parentOf(home))
    .length;
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf(' › ')));

/** The largest family of sections with one parent whose headings are titles of tasks. */
function sizeOfSpine({ draft, reading }: Facts): number {
  const titles = new Set(draft.tasks.map(({ title }) => sameText(title)));
  const families = Map.groupBy(
    reading.sections.filter(({ heading }) => titles.has(sameText(heading))),
    ({ parent }) => parent,
  );
  const largest = Math.max(0, ...[...families.values()].map((family) => family.length));
  return largest >= 3 ? largest : 0;
}
