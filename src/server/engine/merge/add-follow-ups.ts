import { createHash } from 'node:crypto';
import { TASK_CHECKS_MAX, TASK_DESCRIPTION_MAX, TASK_TITLE_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { DraftCheck, DraftTask } from '#contract/plan-draft.ts';
import { cutText } from '#server/plan/index.ts';
import { isCut, put } from './draft-checks.ts';
import { setChecks } from './follow-draft.ts';
import { editsOf, isDone, isFixed } from './judge-task.ts';
import { makeTask } from './make-task.ts';
import { giveOrders, groupInOrder } from './place-tasks.ts';
import { isLeftAlone } from './read-deleted.ts';
import { rememberTexts } from './remember-texts.ts';
import type { Bench, MergeTask } from './sides.ts';
import { type Steps, isTurn } from './take-turns.ts';

const PREFIX = 'Revise: ';

/** Finished work is not reopened: a changed requirement becomes a follow-up task, once per text. */
export function* addFollowUps(bench: Bench, unanswered: ReadonlyMap<Id, readonly string[]>): Steps<void> {
  const chains = new Map<string, { last: MergeTask; ids: Set<string> }>();
  for (const [taskId, all] of unanswered) {
    const task = bench.tasks.get(taskId);
    if (task === undefined || all.length === 0) continue;
    const root = rootOf(task);
    const ids = all.filter((id) => !isLeftAlone(bench, id));
    if (ids.length === 0) continue;
    const chain = chains.get(root);
    if (chain === undefined) chains.set(root, { last: task, ids: new Set(ids) });
    else {
      for (const id of ids) chain.ids.add(id);
      if (task.number > chain.last.number) chain.last = task;
    }
  }
  if (chains.size === 0) return;
  const waiting = new Map<string, MergeTask>();
  for (const task of bench.tasks.values())
    if (task.origin?.follows != null && !isDone(task)) waiting.set(task.origin.follows, task);
  const present = groupInOrder(bench);
  const coming = new Map<MergeTask, MergeTask>();
  const draftsOf = groupDrafts(bench);
  let places = 0;
  for (const [root, { last, ids }] of chains) {
    if (isTurn(++places)) yield;
    const chain = { root, ids: [...ids], drafts: draftsOf.get(root) ?? [] };
    const open = waiting.get(root);
    if (open !== undefined) widen(bench, open, chain);
    else {
      const task = follow(bench, last, chain);
      if (task !== undefined) coming.set(last, task);
    }
  }
  yield;
  place(present, coming);
}

interface Chain {
  /** Key of the first task of the chain. */
  root: string;
  ids: string[];
  /** The current drafts of its requirements; several where the draft splits one. */
  drafts: readonly DraftTask[];
}

/** Each after its predecessor. */
function place(present: ReadonlyMap<Id, readonly MergeTask[]>, coming: ReadonlyMap<MergeTask, MergeTask>): void {
  const isComing = new Set(coming.values());
  for (const listId of new Set([...isComing].map(({ task_list_id }) => task_list_id))) {
    const sequence = (present.get(listId) ?? []).flatMap((task) => [task, coming.get(task) ?? []].flat());
    giveOrders(sequence, (task) => isComing.has(task));
  }
}

function groupDrafts(bench: Bench): Map<string, DraftTask[]> {
  const groups = new Map<string, DraftTask[]>();
  for (const drafted of bench.theirs.draft.tasks) {
    const task = bench.tasks.get(bench.taskOf.get(drafted.key) ?? ('' as Id));
    if (task !== undefined) put(groups, rootOf(task), drafted);
  }
  return groups;
}

/** An open follow-up is extended by later changes; one that is held keeps its texts. */
function widen(bench: Bench, task: MergeTask, chain: Chain): void {
  const base = task.origin;
  const known = new Set(task.requirement_ids);
  const more = chain.ids.filter((id) => !known.has(id));
  if (base === null || more.length === 0) return;
  task.requirement_ids.push(...more);
  base.requirement_ids.push(...more);
  rememberTexts(bench, base, more);
  if (!isFixed(bench, task)) {
    const edits = editsOf(task, base);
    task.description = cutText(`${task.description}\n${sayAll(bench, more)}`, TASK_DESCRIPTION_MAX);
    if (!edits.description) base.description = task.description;
    if (!edits.checks) {
      setChecks(task, checksOf(bench, { ...chain, ids: task.requirement_ids }));
      base.checks = task.checks.map(({ text }) => text);
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

/** Only the checks about these; of a split requirement, those the finished work covered. */
function checksOf(bench: Bench, { ids, drafts }: Chain): DraftCheck[] {
  const checks = new Map<string, DraftCheck>();
  const own = new Set(drafts.flatMap((drafted) => drafted.checks));
  for (const id of ids)
    for (const check of bench.drafts.checksFor.get(id) ?? [])
      if (!checks.has(check.text) && (own.has(check) || !isCut(bench, id))) checks.set(check.text, check);
  return [...checks.values()].slice(0, TASK_CHECKS_MAX);
}

/** A follow-up of a follow-up belongs to the first task of the chain. */
const rootOf = ({ id, origin }: MergeTask): string => origin?.follows ?? origin?.key ?? `task:${id}`;

const keyOf = (bench: Bench, { root, ids }: Chain): string => {
  const texts = ids.toSorted().map((id) => `${id}=${bench.theirs.requirements.get(id)?.hash ?? ''}`);
  return `${root}~${createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)}`;
};

function follow(bench: Bench, last: MergeTask, chain: Chain): MergeTask | undefined {
  const { root, ids } = chain;
  const [first] = ids.flatMap((id) => bench.theirs.requirements.get(id) ?? []);
  if (first === undefined) return undefined;
  const wanted = new Set(ids);
  const drafts = chain.drafts.filter(({ requirement_ids }) => requirement_ids.some((id) => wanted.has(id)));
  // With the draft's current title, where there is exactly one.
  const base = (drafts.length === 1 ? drafts[0]?.title : undefined) ?? last.title;
  const title = base.startsWith(PREFIX) ? base : `${PREFIX}${base}`;
  const task = makeTask(
    bench,
    {
      key: keyOf(bench, chain),
      list: '',
      title: cutText(title, TASK_TITLE_MAX),
      description: cutText(
        `T${last.number} was finished before the PRD changed. Bring it up to what the PRD says now:\n\n${sayAll(bench, ids)}`,
        TASK_DESCRIPTION_MAX,
      ),
      checks: checksOf(bench, chain),
      done: false,
      parked: drafts.length > 0 && drafts.every(({ parked }) => parked),
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
  return task;
}
