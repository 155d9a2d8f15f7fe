import { createHash } from 'node:crypto';
import { TASK_CHECKS_MAX, TASK_DESCRIPTION_MAX, TASK_TITLE_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { DraftTask } from '#contract/plan-draft.ts';
import { cutText } from '#server/plan/index.ts';
import { editsOf, isDone, isFixed } from './judge-task.ts';
import { makeTask } from './make-task.ts';
import { rememberTexts, setChecks } from './merge-task.ts';
import { tasksIn } from './open-bench.ts';
import { giveOrders } from './place-tasks.ts';
import type { Bench, MergeTask } from './sides.ts';

const PREFIX = 'Revise: ';

/** Finished work is not opened again: what the PRD says now of it becomes a task that builds on it, once for each text. */
export function addFollowUps(bench: Bench, unanswered: ReadonlyMap<Id, readonly string[]>): void {
  const chains = new Map<string, { last: MergeTask; ids: Set<string> }>();
  for (const [taskId, ids] of unanswered) {
    const task = bench.tasks.get(taskId);
    if (task === undefined || ids.length === 0) continue;
    const chain = chains.get(rootOf(task));
    if (chain === undefined) chains.set(rootOf(task), { last: task, ids: new Set(ids) });
    else {
      for (const id of ids) chain.ids.add(id);
      if (task.number > chain.last.number) chain.last = task;
    }
  }
  const waiting = new Map<string, MergeTask>();
  for (const task of bench.tasks.values())
    if (task.origin?.follows != null && !isDone(task)) waiting.set(task.origin.follows, task);
  const gone = new Set(bench.mine.deleted.map(({ key }) => key));
  for (const [root, { last, ids }] of chains) {
    const key = `${root}~${hashOf(bench, [...ids])}`;
    const open = waiting.get(root);
    if (open !== undefined) widen(bench, open, [...ids]);
    else if (!gone.has(key)) follow(bench, last, { root, key, ids: [...ids] });
  }
}

/** One that is still to be done takes in what has changed since; in somebody's hands it keeps its words. */
function widen(bench: Bench, task: MergeTask, ids: readonly string[]): void {
  const base = task.origin;
  const more = ids.filter((id) => !task.requirement_ids.includes(id));
  if (base === null || more.length === 0) return;
  task.requirement_ids.push(...more);
  base.requirement_ids.push(...more);
  rememberTexts(bench, base, more);
  if (!isFixed(bench, task)) {
    const edits = editsOf(task, base);
    task.description = cutText(`${task.description}\n${sayAll(bench, more)}`, TASK_DESCRIPTION_MAX);
    if (!edits.description) base.description = task.description;
    if (!edits.checks) {
      base.checks = checksOf(draftsFor(bench, rootOf(task), task.requirement_ids));
      setChecks(task, base.checks);
    }
  }
  task.prd_state = 'review';
  bench.marks.set(task.id, { change: 'review', reason: 'More of what it goes on from has changed.' });
}

const sayAll = (bench: Bench, ids: readonly string[]): string =>
  ids
    .flatMap((id) => bench.theirs.requirements.get(id) ?? [])
    .map(({ text }) => `- ${text}`)
    .join('\n');

const checksOf = (drafts: readonly DraftTask[]): string[] =>
  [...new Set(drafts.flatMap(({ checks }) => checks))].slice(0, TASK_CHECKS_MAX);

/** A follow-up of a follow-up belongs to the task that began it. */
const rootOf = ({ id, origin }: MergeTask): string => origin?.follows ?? origin?.key ?? `task:${id}`;

const hashOf = (bench: Bench, ids: readonly string[]): string => {
  const texts = ids.toSorted().map((id) => `${id}=${bench.theirs.requirements.get(id)?.hash ?? ''}`);
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);
};

/** What is drafted now of that for which the finished work stands; several where the PRD has cut it into parts. */
function draftsFor(bench: Bench, root: string, ids: readonly string[]): DraftTask[] {
  return bench.theirs.draft.tasks.filter(({ key, requirement_ids }) => {
    const task = bench.tasks.get(bench.taskOf.get(key) ?? ('' as Id));
    return task !== undefined && rootOf(task) === root && requirement_ids.some((id) => ids.includes(id));
  });
}

function follow(bench: Bench, last: MergeTask, { root, key, ids }: { root: string; key: string; ids: string[] }): void {
  const [first] = ids.flatMap((id) => bench.theirs.requirements.get(id) ?? []);
  if (first === undefined) return;
  const drafts = draftsFor(bench, root, ids);
  // As the PRD says it now, where one draft has words for it.
  const base = (drafts.length === 1 ? drafts[0]?.title : undefined) ?? last.title;
  const title = base.startsWith(PREFIX) ? base : `${PREFIX}${base}`;
  const task = makeTask(
    bench,
    {
      key,
      list: '',
      title: cutText(title, TASK_TITLE_MAX),
      description: cutText(
        `T${last.number} was finished before the PRD changed. Bring it up to what the PRD says now:\n\n${sayAll(bench, ids)}`,
        TASK_DESCRIPTION_MAX,
      ),
      checks: checksOf(drafts),
      requirement_ids: ids,
      is_enabler: false,
      prd_lines: { start: first.start_line, end: first.end_line },
      depends_on: [],
    },
    last.task_list_id,
    ids,
  );
  if (task.origin !== null) task.origin.follows = root;
  bench.edges.push({ task_id: task.id, depends_on_id: last.id });
  bench.marks.set(task.id, {
    change: 'follow_up',
    reason: `T${last.number} is done, and its requirement has changed.`,
  });
  const others = tasksIn(bench, last.task_list_id).filter((each) => each !== task);
  giveOrders(others.toSpliced(others.indexOf(last) + 1, 0, task), (each) => each === task);
}
