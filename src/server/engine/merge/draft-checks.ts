import { TASK_CHECKS_MAX } from '#contract/constants.ts';
import type { DraftCheck, DraftTask, PlanDraft } from '#contract/plan-draft.ts';
import { isSameSet } from './judge-task.ts';
import type { Bench, Drafts } from './sides.ts';

/** The part of a drafted task that determines checks and state. */
export type Drafted = Pick<DraftTask, 'checks' | 'requirement_ids' | 'done' | 'parked'>;

export function indexDraft({ tasks }: PlanDraft): Drafts {
  const tasksFor = new Map<string, DraftTask[]>();
  const checksFor = new Map<string, DraftCheck[]>();
  for (const task of tasks) {
    for (const id of task.requirement_ids) put(tasksFor, id, task);
    for (const check of task.checks) for (const id of check.requirement_ids) put(checksFor, id, check);
  }
  return { tasksFor, checksFor };
}

export function put<K, V>(into: Map<K, V[]>, key: K, value: V): void {
  const values = into.get(key);
  if (values === undefined) into.set(key, [value]);
  else values.push(value);
}

/** The draft splits it into several tasks. */
export const isCut = (bench: Bench, id: string): boolean => (bench.drafts.tasksFor.get(id)?.length ?? 0) > 1;

/** The checks about one requirement; all of them where none is attributed. */
export function checksAbout({ checks }: DraftTask, id: string): readonly DraftCheck[] {
  const about = checks.filter(({ requirement_ids }) => requirement_ids.includes(id));
  return about.length > 0 ? about : checks.filter(({ requirement_ids }) => requirement_ids.length === 0);
}

/** The checks of a task with these requirements: the drafted one's about them, and other drafts' about the rest. */
export function pickChecks(bench: Bench, drafted: Drafted, ids: readonly string[]): DraftCheck[] {
  const wanted = new Set(ids);
  const picked = drafted.checks.filter(
    ({ requirement_ids: about }) => about.length === 0 || about.some((id) => wanted.has(id)),
  );
  const own = new Set(drafted.requirement_ids);
  const said = new Set(picked.map(({ text }) => text));
  for (const id of ids) {
    if (own.has(id)) continue;
    for (const check of bench.drafts.checksFor.get(id) ?? [])
      if (!said.has(check.text)) {
        said.add(check.text);
        picked.push(check);
      }
  }
  return picked.slice(0, TASK_CHECKS_MAX);
}

/** The PRD marks it as done. */
export function isTicked(bench: Bench, id: string): boolean {
  const checks = bench.drafts.checksFor.get(id) ?? [];
  return checks.length > 0 ? checks.every(({ done }) => done) : bench.theirs.requirements.get(id)?.done === true;
}

/** Whether the PRD marks these requirements of a drafted task as done. */
export const isSaidToBeDone = (bench: Bench, drafted: Drafted, ids: readonly string[]): boolean =>
  isSameSet(ids, drafted.requirement_ids) ? drafted.done : ids.length > 0 && ids.every((id) => isTicked(bench, id));

/** Repetitions: every check about it is also about another requirement that is covered. */
export function findRestated(
  { checks }: DraftTask,
  id: string,
  isAnswered: (id: string) => boolean,
): string | undefined {
  const about = checks.filter(({ requirement_ids }) => requirement_ids.includes(id));
  const others = about.map(({ requirement_ids }) => requirement_ids.find((each) => each !== id && isAnswered(each)));
  return others.includes(undefined) ? undefined : others[0];
}
