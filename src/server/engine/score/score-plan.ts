import type { DraftTask, PlanDraft } from '#contract/plan-draft.ts';
import type { Extraction } from '#contract/requirement.ts';
import { startsWithVerb } from '../offline/titles/write-title.ts';

/** What is wrong with a plan, counted; a share where a plan may be a little wrong. */
export interface PlanScore {
  tasks: number;
  /** Requirements that no task answers, or that a task claims and nobody asked for. */
  uncovered: number;
  unknown: number;
  /** Tasks that answer nothing, are no enabler and have no sub-tasks. */
  idle: number;
  /** Tasks whose lines are not those of the requirements they answer. */
  misplaced: number;
  dangling: number;
  cycles: number;
  /** Dependencies that follow from others. */
  redundant: number;
  duplicates: number;
  verbless: string[];
  emptyBriefs: number;
}

/** Counts the faults of one draft against what it was drafted from. */
export function scorePlan(extraction: Extraction, draft: PlanDraft): PlanScore {
  const known = new Map(extraction.requirements.map((requirement) => [requirement.id, requirement]));
  const answered = new Set(draft.tasks.flatMap(({ requirement_ids: ids }) => ids));
  const parents = new Set(draft.lists.map(({ parent }) => parent));
  const keys = new Set(draft.tasks.map(({ key }) => key));
  const lists = new Set(draft.lists.map(({ key }) => key));
  const titles = draft.tasks.map(({ title }) => title.toLowerCase());
  const isMisplaced = ({ requirement_ids: ids, prd_lines: lines }: DraftTask): boolean => {
    const found = ids.flatMap((id) => known.get(id) ?? []);
    if (found.length === 0) return lines !== null;
    const start = Math.min(...found.map(({ start_line }) => start_line));
    const end = Math.max(...found.map(({ end_line }) => end_line));
    return lines === null || lines.start < start || lines.end > end || lines.start > lines.end;
  };
  const waits = waitsOf(draft);
  return {
    tasks: draft.tasks.length,
    uncovered: [...known.keys()].filter((id) => !answered.has(id)).length,
    unknown: [...answered].filter((id) => !known.has(id)).length,
    idle: draft.tasks.filter((task) => task.requirement_ids.length === 0 && !task.is_enabler && !parents.has(task.key))
      .length,
    misplaced: draft.tasks.filter(isMisplaced).length,
    dangling:
      draft.tasks.filter(({ list }) => !lists.has(list)).length +
      draft.tasks.flatMap(({ depends_on: targets }) => targets).filter((key) => !keys.has(key)).length +
      draft.lists.filter(({ parent }) => parent !== null && !keys.has(parent)).length +
      (draft.tasks.length - keys.size) +
      (draft.lists.length - lists.size),
    cycles: countCycles(waits),
    redundant: countRedundant(draft.tasks, waits),
    duplicates: titles.length - new Set(titles).size,
    verbless: draft.tasks.map(({ title }) => title).filter((title) => !startsWithVerb(title)),
    emptyBriefs: draft.lists.filter(({ brief }) => brief.trim() === '').length,
  };
}

/** What each task waits for: what it depends on, and its sub-tasks. */
function waitsOf({ tasks, lists }: PlanDraft): Map<string, string[]> {
  const parentOf = new Map(lists.map(({ key, parent }) => [key, parent]));
  const waits = new Map(tasks.map(({ key, depends_on: targets }) => [key, [...targets]]));
  for (const { key, list } of tasks) waits.get(parentOf.get(list) ?? '')?.push(key);
  return waits;
}

/** Tasks left when everything that can be finished is: those on a cycle, and those behind one. */
function countCycles(waits: ReadonlyMap<string, readonly string[]>): number {
  const open = new Map([...waits].map(([key, targets]) => [key, new Set(targets.filter((to) => waits.has(to)))]));
  const behind = new Map<string, string[]>();
  for (const [key, targets] of open) for (const to of targets) behind.set(to, [...(behind.get(to) ?? []), key]);
  const ready = [...open].filter(([, targets]) => targets.size === 0).map(([key]) => key);
  for (const key of ready) {
    open.delete(key);
    for (const next of behind.get(key) ?? []) {
      const left = open.get(next);
      left?.delete(key);
      if (left?.size === 0) ready.push(next);
    }
  }
  return open.size;
}

function countRedundant(tasks: readonly DraftTask[], waits: ReadonlyMap<string, readonly string[]>): number {
  return tasks.reduce((sum, { depends_on: targets }) => {
    if (targets.length < 2) return sum;
    return sum + targets.filter((to) => targets.some((other) => other !== to && isReached(other, to, waits))).length;
  }, 0);
}

function isReached(from: string, goal: string, waits: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set([from]);
  for (const at of seen) {
    if (at === goal) return true;
    for (const next of waits.get(at) ?? []) seen.add(next);
  }
  return false;
}
