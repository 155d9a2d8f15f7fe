import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import { AppError } from '#server/platform/error.ts';
import { addDependency, removeDependency } from './add-dependency.ts';
import { breakDownTask } from './break-down-task.ts';
import { createTask } from './create-task.ts';
import { deleteTask } from './delete-task.ts';
import type { Editing } from './edit-plan.ts';
import { moveTask } from './move-task.ts';
import { updateTask } from './update-task.ts';

type Field = Exclude<keyof PlanOp, 'op'>;

/** Which fields an op takes beside those it needs: one that means nothing there is a mistake, not a wish. */
const FIELDS: Record<PlanOp['op'], { needs: readonly Field[]; takes: readonly Field[] }> = {
  add: { needs: ['title'], takes: ['ref', 'description', 'checks', 'requirements', 'parent', 'list', 'after'] },
  update: { needs: ['id'], takes: ['title', 'description', 'checks', 'requirements', 'status', 'blocked'] },
  move: { needs: ['id'], takes: ['parent', 'list', 'after'] },
  remove: { needs: ['id'], takes: [] },
  depend: { needs: ['id', 'on'], takes: [] },
  undepend: { needs: ['id', 'on'], takes: [] },
  split: { needs: ['id', 'tasks'], takes: ['brief'] },
};

/** One op of a plan edit, through the same use cases as every other door; answers what changed, as lines of a diff. */
export async function applyOp(editing: Editing, op: PlanOp): Promise<string[]> {
  requireFields(op);
  switch (op.op) {
    case 'add':
      return add(editing, op);
    case 'update':
      return update(editing, op);
    case 'move':
      return move(editing, op);
    case 'remove':
      return remove(editing, op);
    case 'split':
      return split(editing, op);
    case 'depend':
    case 'undepend':
      return depend(editing, op);
  }
}

function requireFields(op: PlanOp): void {
  const { needs, takes } = FIELDS[op.op];
  const missing = needs.find((field) => op[field] === undefined);
  if (missing !== undefined) throw refuse(missing, 'is needed');
  const given = Object.keys(op) as (keyof PlanOp)[];
  const odd = given.find((field) => field !== 'op' && op[field] !== undefined && ![...needs, ...takes].includes(field));
  if (odd !== undefined) throw refuse(odd, `means nothing to ${op.op}`);
  if (op.parent !== undefined && op.list !== undefined) throw refuse('list', 'cannot stand beside parent');
}

const refuse = (path: string, message: string) =>
  new AppError('VALIDATION_ERROR', `${path} ${message}.`, { issues: [{ path, message }] });

async function placeOf(editing: Editing, op: PlanOp) {
  const parent = op.parent === undefined ? undefined : await editing.find(op.parent, 'parent');
  const list = op.list === undefined ? undefined : await editing.findList(op.list);
  const after = op.after === undefined ? undefined : await editing.find(op.after, 'after');
  const where = parent === undefined ? (op.list ?? '') : `T${parent.number}`;
  return {
    where: where === '' ? '' : ` under ${where}`,
    place: {
      ...(parent === undefined ? {} : { parent_task_id: parent.id }),
      ...(list === undefined ? {} : { task_list_id: list }),
      ...(after === undefined ? {} : { after_task_id: after.id }),
    },
  };
}

const checksOf = (checks: readonly string[] | undefined) => checks?.map((text) => ({ text, met: false }));

async function add(editing: Editing, op: PlanOp): Promise<string[]> {
  const { place, where } = await placeOf(editing, op);
  const { description } = op;
  const checks = checksOf(op.checks);
  const task = await createTask(editing.ctx, {
    id: editing.project.id,
    title: op.title ?? '',
    ...(description === undefined ? {} : { description }),
    ...(checks === undefined ? {} : { checks }),
    ...(op.requirements === undefined ? {} : { requirement_ids: op.requirements }),
    ...place,
  });
  if (op.ref !== undefined) editing.name(op.ref, task);
  return [`+ T${task.number} ${task.title}${where}`];
}

async function update(editing: Editing, op: PlanOp): Promise<string[]> {
  const task = await editing.find(op.id ?? '', 'id');
  const { title, description, status, blocked } = op;
  const checks = checksOf(op.checks);
  const fields = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(checks === undefined ? {} : { checks }),
    ...(op.requirements === undefined ? {} : { requirement_ids: op.requirements }),
    ...(status === undefined ? {} : { status }),
    ...(blocked === undefined ? {} : { blocked_reason: blocked.trim() === '' ? null : blocked }),
  };
  if (Object.keys(fields).length === 0) throw refuse('op', 'changes nothing: send a field');
  await updateTask(editing.ctx, { id: task.id, ...fields });
  const shown = Object.keys(fields).map((field) => {
    if (field === 'title') return `title: ${task.title} → ${title ?? ''}`;
    if (field === 'requirement_ids') return `requirements: ${op.requirements?.join(', ') ?? ''}`;
    return field === 'status' ? `status: ${status ?? ''}` : field;
  });
  return [`~ T${task.number} ${shown.join('; ')}`];
}

async function move(editing: Editing, op: PlanOp): Promise<string[]> {
  const task = await editing.find(op.id ?? '', 'id');
  const { place, where } = await placeOf(editing, op);
  await moveTask(editing.ctx, { id: task.id, ...place });
  return [`> T${task.number} ${task.title}${where}${op.after === undefined ? '' : ` after ${op.after}`}`];
}

async function remove(editing: Editing, op: PlanOp): Promise<string[]> {
  const task = await editing.find(op.id ?? '', 'id');
  const { deleted } = await deleteTask(editing.ctx, { id: task.id });
  return [`- T${task.number} ${task.title}${deleted > 1 ? ` (${deleted} tasks)` : ''}`];
}

async function split(editing: Editing, op: PlanOp): Promise<string[]> {
  const task = await editing.find(op.id ?? '', 'id');
  const added = await breakDownTask(editing.ctx, {
    id: task.id,
    ...(op.brief === undefined ? {} : { operational_brief: op.brief }),
    tasks: (op.tasks ?? []).map(({ title, description, checks, requirements }) => ({
      title,
      ...(description === undefined ? {} : { description }),
      ...(checks === undefined ? {} : { checks: checksOf(checks) ?? [] }),
      ...(requirements === undefined ? {} : { requirement_ids: requirements }),
    })),
  });
  return added.tasks.map((child) => `+ T${child.number} ${child.title} under T${task.number}`);
}

async function depend(editing: Editing, op: PlanOp): Promise<string[]> {
  const task = await editing.find(op.id ?? '', 'id');
  const other = await editing.find(op.on ?? '', 'on');
  const ids: { id: Id; on: Id } = { id: task.id, on: other.id };
  if (op.op === 'depend') await addDependency(editing.ctx, { id: ids.id, depends_on_id: ids.on });
  else await removeDependency(editing.ctx, { id: ids.id, dependsOnId: ids.on });
  return [`${op.op === 'depend' ? '+' : '-'} T${task.number} waits for T${other.number}`];
}
