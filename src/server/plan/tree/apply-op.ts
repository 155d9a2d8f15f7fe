import type { PlanOp } from '#contract/tools.ts';
import type { ValidationIssue } from '#contract/errors.ts';
import { AppError } from '#server/platform/error.ts';
import { removeDependency } from './add-dependency.ts';
import { breakDownTask } from './break-down-task.ts';
import { checksOf } from './checks-of.ts';
import { createTask } from './create-task.ts';
import { deleteTask } from './delete-task.ts';
import { changeList, changeListBelow, placeList, removeList, requireRootList } from './edit-lists.ts';
import { moveTask } from './move-task.ts';
import type { Editing } from './open-editing.ts';
import { answersOf } from '../baton/say-answers.ts';
import { sayUpdate } from './say-update.ts';
import { sayNotes, takeNotes } from './take-notes.ts';
import { updateTask } from './update-task.ts';

/** Maximum number of issues reported at once. */
const FAULTS_MAX = 50;

type Field = Exclude<keyof PlanOp, 'op'>;

/** The fields of each op: one that it does not take is an error, not ignored. */
const FIELDS: Record<PlanOp['op'], { needs: readonly Field[]; takes: readonly Field[]; some?: readonly Field[] }> = {
  add: {
    needs: ['title'],
    takes: ['ref', 'description', 'checks', 'requirements', 'lines', 'parent', 'list', 'after', 'first'],
  },
  update: {
    needs: ['id'],
    takes: ['title', 'description', 'checks', 'requirements', 'lines', 'status', 'blocked', 'notes'],
  },
  move: { needs: ['id'], takes: ['parent', 'list', 'after', 'first'] },
  remove: { needs: ['id'], takes: [] },
  depend: { needs: ['id', 'on'], takes: [] },
  undepend: { needs: ['id', 'on'], takes: [] },
  split: { needs: ['id', 'tasks'], takes: ['brief'] },
  list_add: { needs: ['name'], takes: ['brief', 'after'] },
  list_update: { needs: [], takes: ['list', 'id', 'name', 'brief'], some: ['name', 'brief'] },
  list_move: { needs: ['list'], takes: ['after'] },
  list_remove: { needs: ['list'], takes: [] },
  role: { needs: ['role'], takes: ['lines', 'section'], some: ['lines', 'section'] },
  requirement_add: { needs: ['lines'], takes: ['ref'] },
  requirement_reject: { needs: [], takes: ['lines', 'requirements'], some: ['lines', 'requirements'] },
};

/** Missing and unexpected fields of an op. */
function listFaults(op: PlanOp): ValidationIssue[] {
  const { needs, takes, some = [] } = FIELDS[op.op];
  const has = (field: Field) => op[field] !== undefined;
  const given = (Object.keys(op) as (keyof PlanOp)[]).filter((field): field is Field => field !== 'op' && has(field));
  const fault = (isWrong: boolean, path: string, message: string) => (isWrong ? [{ path, message }] : []);
  return [
    ...needs.flatMap((field) => fault(!has(field), field, 'is needed')),
    ...given.flatMap((field) => fault(![...needs, ...takes].includes(field), field, `means nothing to ${op.op}`)),
    ...fault(some.length > 0 && !some.some(has), some[0] ?? 'op', `or ${some[1] ?? ''} is needed`),
    ...fault(has('parent') && has('list'), 'list', 'cannot stand beside parent'),
    ...fault(has('first') && has('after'), 'first', 'cannot stand beside after'),
    ...fault(
      op.op === 'list_update' && has('list') === has('id'),
      'list',
      'is needed, or id of the task that has the list',
    ),
  ];
}

/** Throws for missing and unexpected fields. */
export function requireFields(op: PlanOp): void {
  const issues = listFaults(op);
  if (issues.length > 0) throw refuseAll(issues);
}

const sayFaults = (issues: readonly ValidationIssue[]) =>
  issues.map(({ path, message }) => `${path} ${message}`).join('; ');
const refuseAll = (issues: ValidationIssue[]) => new AppError('VALIDATION_ERROR', `${sayFaults(issues)}.`, { issues });

/** Validates all ops before the first is applied, so that they need be sent again only once. */
export function requireAllFields(ops: readonly PlanOp[], isSettled: (place: number) => boolean): void {
  const wrong = ops.flatMap((op, place) => {
    const issues = isSettled(place) ? [] : listFaults(op);
    return issues.length === 0 ? [] : [{ name: `ops[${place}] (${op.op})`, place, issues }];
  });
  if (wrong.length === 0) return;
  const said = wrong.slice(0, FAULTS_MAX).map(({ name, issues }) => `${name}: ${sayFaults(issues)}`);
  const left = wrong.length - said.length;
  throw new AppError(
    'VALIDATION_ERROR',
    `${[...said, ...(left > 0 ? [`and ${left} more ops with faults`] : [])].join('; ')}.`,
    {
      issues: wrong
        .flatMap(({ place, issues }) =>
          issues.map(({ path, message }) => ({ path: wrong.length === 1 ? path : `ops.${place}.${path}`, message })),
        )
        .slice(0, FAULTS_MAX),
    },
  );
}

const refuse = (path: string, message: string) =>
  new AppError('VALIDATION_ERROR', `${path} ${message}.`, { issues: [{ path, message }] });

export const noPrd = () => new AppError('CONFLICT', 'There is no PRD yet. Store one: baton prd push FILE.');

/** Applies one op to the existing plan, by the same use cases as the other interfaces; returns the lines of a diff. */
export async function applyOp(editing: Editing, op: PlanOp): Promise<string[]> {
  switch (op.op) {
    case 'add':
      return addAmong(editing, op);
    case 'update':
      return update(editing, op);
    case 'move':
      return move(editing, op);
    case 'remove':
      return remove(editing, op);
    case 'split':
      return split(editing, op);
    case 'undepend':
      return undepend(editing, op);
    case 'list_update':
      return [await (op.id === undefined ? changeList(editing, op) : changeListBelow(editing, op))];
    case 'list_move':
      return [await placeList(editing, op)];
    case 'list_remove':
      return [await removeList(editing, op)];
    default:
      throw noPrd();
  }
}

async function placeOf(editing: Editing, op: PlanOp) {
  const parent = op.parent === undefined ? undefined : await editing.find(op.parent, 'parent');
  const list = op.list === undefined ? undefined : await requireRootList(editing, op.list);
  const after = op.after === undefined ? undefined : await editing.find(op.after, 'after');
  const where = parent === undefined ? (op.list ?? '') : `T${parent.number}`;
  return {
    where: where === '' ? '' : ` under ${where}`,
    place: {
      ...(parent === undefined ? {} : { parent_task_id: parent.id }),
      ...(list === undefined ? {} : { task_list_id: list.id }),
      ...(after === undefined ? {} : { after_task_id: after.id }),
      ...(op.first === true ? { after_task_id: null } : {}),
    },
  };
}

/** Adds a task between existing ones. */
async function addAmong(editing: Editing, op: PlanOp): Promise<string[]> {
  const { place, where } = await placeOf(editing, op);
  const { description } = op;
  const checks = checksOf(op.checks);
  const { ids, lines } = answersOf(editing, op.requirements);
  const task = await createTask(editing.ctx, {
    id: editing.project.id,
    title: op.title ?? '',
    ...(description === undefined ? {} : { description }),
    ...(checks === undefined ? {} : { checks }),
    ...(ids.length === 0 ? {} : { requirement_ids: ids, prd_lines: lines }),
    ...place,
  });
  if (op.ref !== undefined) editing.name(op.ref, { ...task, isPending: false });
  return [`+ T${task.number} ${task.title}${where}`];
}

async function update(editing: Editing, op: PlanOp): Promise<string[]> {
  const task = await editing.find(op.id ?? '', 'id');
  const { title, description, status, blocked } = op;
  const checks = checksOf(op.checks);
  const answers = op.requirements === undefined ? undefined : answersOf(editing, op.requirements);
  const fields = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(checks === undefined ? {} : { checks }),
    ...(answers === undefined ? {} : { requirement_ids: answers.ids }),
    ...(status === undefined ? {} : { status }),
    ...(blocked === undefined ? {} : { blocked_reason: blocked.trim() === '' ? null : blocked }),
  };
  const { notes = [] } = op;
  if (Object.keys(fields).length === 0 && notes.length === 0) throw refuse('op', 'changes nothing: send a field');
  if (notes.length > 0) await takeNotes(editing, task.id, notes);
  if (Object.keys(fields).length === 0) return [`~ T${task.number} ${sayNotes(notes)}`];
  await updateTask(editing.ctx, {
    id: task.id,
    ...fields,
    ...(answers === undefined ? {} : { prd_lines: answers.lines }),
  });
  const shown = sayUpdate(op, Object.keys(fields), { title: task.title, answers: answers?.ids });
  task.title = title ?? task.title;
  if (notes.length > 0) shown.push(sayNotes(notes));
  return [`~ T${task.number} ${shown.join('; ')}`];
}

async function move(editing: Editing, op: PlanOp): Promise<string[]> {
  const task = await editing.find(op.id ?? '', 'id');
  const { place, where } = await placeOf(editing, op);
  await moveTask(editing.ctx, { id: task.id, ...place });
  editing.forget();
  return [`> T${task.number} ${task.title}${where}${sayWhere(op)}`];
}

const sayWhere = ({ after, first }: PlanOp): string =>
  after === undefined ? (first === true ? ' first' : '') : ` after ${after}`;

async function remove(editing: Editing, op: PlanOp): Promise<string[]> {
  const task = await editing.find(op.id ?? '', 'id');
  const { deleted } = await deleteTask(editing.ctx, { id: task.id });
  editing.forget();
  return [`- T${task.number} ${task.title}${deleted > 1 ? ` (${deleted} tasks)` : ''}`];
}

async function split(editing: Editing, op: PlanOp): Promise<string[]> {
  const task = await editing.find(op.id ?? '', 'id');
  const added = await breakDownTask(editing.ctx, {
    id: task.id,
    ...(op.brief === undefined ? {} : { operational_brief: op.brief }),
    tasks: (op.tasks ?? []).map(({ title, description, checks, requirements }) => {
      const { ids, lines } = answersOf(editing, requirements);
      return {
        title,
        ...(description === undefined ? {} : { description }),
        ...(checks === undefined ? {} : { checks: checksOf(checks) ?? [] }),
        ...(ids.length === 0 ? {} : { requirement_ids: ids, prd_lines: lines }),
      };
    }),
  });
  return added.tasks.map((child) => `+ T${child.number} ${child.title} under T${task.number}`);
}

async function undepend(editing: Editing, op: PlanOp): Promise<string[]> {
  const task = await editing.find(op.id ?? '', 'id');
  const other = await editing.find(op.on ?? '', 'on');
  await removeDependency(editing.ctx, { id: task.id, dependsOnId: other.id });
  return [`- T${task.number} waits for T${other.number}`];
}
