import type { DraftTask, PlanDraft } from '#contract/plan-draft.ts';
import type { Requirement } from '#contract/requirement.ts';
import { mergePlan } from '#server/engine/merge/merge-plan.ts';
import type { Merged, MergeTask, Mine, Theirs } from '#server/engine/merge/sides.ts';
import type { Snapshot } from '#server/plan/index.ts';
import { newId } from '#server/platform/id.ts';

const EMPTY: Snapshot = { version: 1, task_lists: [], tasks: [], dependencies: [], note_ids: [] };

/** Runs a generator to its end. */
export function finish<T>(steps: Generator<undefined, T, undefined>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** Merges like a run, without a server. */
export function mergeDraft(mine: Partial<Mine>, theirs: Theirs): Merged {
  const plan = mine.plan ?? EMPTY;
  const nextNumber = plan.tasks.reduce((most, { number }) => Math.max(most, number), 0) + 1;
  const making = { newId, now: new Date(0), nextNumber };
  return finish(mergePlan({ plan, held: new Set(), noted: new Set(), deleted: [], ...mine }, theirs, making));
}

export const asPlan = ({ plan }: Merged): Snapshot => ({ version: 1, ...plan, note_ids: [] });

/** The text serves as its hash. */
export const textsOf = (requirements: readonly Requirement[]): Theirs['requirements'] =>
  new Map(requirements.map((each) => [each.id, { ...each, hash: each.text }]));

export function findTask(plan: { tasks: Snapshot['tasks'] }, title: string): MergeTask {
  const found = plan.tasks.find((task) => task.title === title);
  if (found === undefined)
    throw new Error(`no task is called ${title}: ${plan.tasks.map((each) => each.title).join(', ')}`);
  return found as MergeTask;
}

export const editTask = (plan: Snapshot, title: string, fields: Partial<MergeTask>): Snapshot => ({
  ...plan,
  tasks: plan.tasks.map((task) => (task.title === title ? { ...task, ...fields } : task)),
});

export const withoutTask = (plan: Snapshot, title: string): Snapshot => ({
  ...plan,
  tasks: plan.tasks.filter((task) => task.title !== title),
});

export const titlesIn = (plan: { task_lists: Snapshot['task_lists']; tasks: Snapshot['tasks'] }, list: string) => {
  const id = plan.task_lists.find(({ name }) => name === list)?.id;
  return plan.tasks
    .filter((task) => task.task_list_id === id)
    .toSorted((a, b) => a.order_in_parent - b.order_in_parent)
    .map(({ title }) => title);
};

export const done = { status: 'done', is_completed: true, completed_at: '2026-01-01T00:00:00.000Z' } as const;

/**
 * A PRD of features: "## Doors" is a list, "### Front" a task in it, "### Cellar (later)" a deferred one, and "- [x] R1
 * R9: It opens" a ticked check of two requirements. Keys are derived from names, like the built-in planner's.
 */
export function readFeatures(prd: string): Theirs {
  const draft: PlanDraft = { lists: [], tasks: [], is_outline: false, notices: [] };
  const requirements: Requirement[] = [];
  let [list, task] = ['', undefined as DraftTask | undefined];
  for (const [place, line] of prd.split('\n').entries()) {
    const [, depth, heading = '', later] = /^(##|###) (.+?)( \(later\))?$/u.exec(line) ?? [];
    if (depth === '##') {
      list = heading;
      draft.lists.push({ key: list, parent: null, name: heading, brief: `Goal: ${heading}` });
    } else if (depth === '###') {
      task = featureOf(list, heading, later !== undefined);
      draft.tasks.push(task);
    }
    const [, mark, ids, text] = /^- (\[[x ]\] )?((?:R\d+ ?)+): (.+)$/u.exec(line) ?? [];
    if (ids === undefined || text === undefined || task === undefined) continue;
    const about = ids.split(' ');
    const at = { kind: 'item' as const, heading_path: [list, task.title], start_line: place + 1, end_line: place + 1 };
    for (const id of about) requirements.push({ ...at, id, text: id === about[0] ? text : `${text} (again)` });
    task.checks.push({ text, requirement_ids: about, done: mark === '[x] ' });
    task.requirement_ids.push(...about);
    task.prd_lines = { start: task.prd_lines?.start ?? place + 1, end: place + 1 };
    task.done = task.checks.every((check) => check.done);
  }
  draft.tasks = draft.tasks.filter(({ checks }) => checks.length > 0);
  return { draft, requirements: textsOf(requirements) };
}

const featureOf = (list: string, title: string, parked: boolean): DraftTask => ({
  key: `${list}/${title}`,
  list,
  title,
  description: `About ${title}`,
  checks: [],
  done: false,
  parked,
  requirement_ids: [],
  is_enabler: false,
  prd_lines: null,
  depends_on: [],
});
