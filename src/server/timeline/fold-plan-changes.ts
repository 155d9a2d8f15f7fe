import type { PlanChange } from '#contract/timeline.ts';
import { type Fold, type Reading, addEntry, changeEntry } from './fold.ts';

/** Edits of one person or agent within this time are one entry. */
const MERGE_EDITS_MS = 30 * 60_000;

const NOTHING: PlanChange = { cause: 'edit', added: 0, removed: 0, changed: 0, lists: 0, version: null };
const WEIGHT: Record<PlanChange['cause'], number> = { edit: 0, prd: 1, draft: 2, generation: 2, import: 2, restore: 2 };

/** Changes of the plan itself: tasks, lists and dependencies, by hand, by a planner, by import or restore. */
export function foldPlanChanges(fold: Fold, change: Reading, isToldOtherwise: boolean): void {
  for (const { type, data } of change.events) {
    if (type !== 'checkpoint.created') continue;
    fold.state.hasCheckpoint = true;
    if (data.reason === 'manual')
      addEntry(fold, change, { kind: 'checkpoint', data: { text: data.name, checkpoint_id: data.id } });
  }
  const isOnlyEdit = !isToldOtherwise && !change.events.some(({ type }) => NOT_EDITS.test(type));
  const plan = sumUp(change, isOnlyEdit);
  if (plan === undefined) return;
  const before = drafted(change);
  const { last } = fold;
  const continues =
    last?.kind === 'planned' &&
    last.data.plan !== undefined &&
    last.who === change.actor.name &&
    isSameStep(last.data.plan, plan) &&
    change.at.getTime() - last.at.getTime() < MERGE_EDITS_MS;
  const known = continues ? last.data.checkpoint_id : undefined;
  const undo = known === undefined ? before : known;
  const back = undo === undefined ? {} : { checkpoint_id: undo };
  if (continues)
    changeEntry(fold, last, { at: change.at, data: { plan: merge(last.data.plan ?? NOTHING, plan), ...back } });
  else addEntry(fold, change, { kind: 'planned', data: { plan, ...back } });
}

/** A new plan is an entry of its own, with its own checkpoint; several calls may make it, after its PRD was saved. */
const isSameStep = (before: PlanChange, now: PlanChange) =>
  WEIGHT[now.cause] < WEIGHT.draft || before.cause === now.cause || before.cause === 'prd';

const drafted = ({ events }: Reading) =>
  events.flatMap(({ type, data }) => (type === 'plan.drafted' ? [data.checkpoint_id] : []))[0];

function sumUp(change: Reading, isOnlyEdit: boolean): PlanChange | undefined {
  const plan = { ...NOTHING };
  // Of many changes at once only the whole is told; single rows beside it would be counted twice.
  const isWhole = change.has('plan.replaced') || change.has('plan.drafted');
  for (const { type, data } of change.events) {
    if (type === 'plan.replaced') {
      plan.cause = data.cause;
      if (data.cause === 'edit') plan.changed += 1;
    } else if (type === 'plan.drafted') Object.assign(plan, { cause: 'draft', added: data.tasks });
    else if (type === 'generation.completed') Object.assign(plan, { cause: 'generation', added: data.tasks_created });
    else if (type === 'prd.updated' && data.cause === 'saved')
      Object.assign(plan, { cause: isWhole ? plan.cause : 'prd', version: data.version });
    else if (!isWhole) countEdit(plan, type, isOnlyEdit);
  }
  const { added, removed, changed, lists, version, cause } = plan;
  return added + removed + changed + lists > 0 || version !== null || cause !== 'edit' ? plan : undefined;
}

function countEdit(plan: PlanChange, type: string, isOnlyEdit: boolean): void {
  if (type === 'task.created') plan.added += 1;
  else if (type === 'task.deleted') plan.removed += 1;
  else if (type === 'task_list.created' || type === 'task_list.deleted') plan.lists += 1;
  else if (isOnlyEdit && EDITS.has(type)) plan.changed += 1;
}

/** A change with these events is told as something else, or adds tasks whose dependencies go without saying. */
const NOT_EDITS = /^(baton|note|parent)\.|^task\.(status_changed|created|deleted)$/;

const EDITS = new Set([
  'task.updated',
  'task.patched',
  'task_list.updated',
  'tasks.reordered',
  'dependency.added',
  'dependency.removed',
]);

function merge(before: PlanChange, now: PlanChange): PlanChange {
  // A generation tells its number of tasks at its end, after the plan was replaced.
  const isSame = now.cause === before.cause && now.cause !== 'edit' && before.added === 0;
  return {
    cause: WEIGHT[now.cause] >= WEIGHT[before.cause] ? now.cause : before.cause,
    added: isSame ? now.added : before.added + now.added,
    removed: before.removed + now.removed,
    changed: before.changed + now.changed,
    lists: before.lists + now.lists,
    version: now.version ?? before.version,
  };
}
