import type { Id } from '#contract/fields.ts';
import type { PlanTree } from '#contract/plan-tree.ts';
import type { Task, TaskList, TaskStatus } from '#contract/task.ts';
import { keepListTexts, keepTexts, markBare } from './bare-rows.ts';
import { countKey, dependencyKey, type PlanData } from './plan-data.ts';

const STATUS: Record<string, TaskStatus> = { o: 'open', w: 'wip', d: 'done' };
const NO_CHECK = { text: '', met: false };

/** Converts the columns of a plan to rows without texts; texts loaded earlier are kept. */
export function unpackTree(tree: PlanTree, before?: PlanData): PlanData {
  const ids = tree.tasks.id.map(longId);
  const lists = unpackLists(tree, ids);
  const tasks = unpackTasks(tree, ids, lists);
  const sizes = new Map<string, number>();
  for (const { task_list_id: id } of tasks) sizes.set(id, (sizes.get(id) ?? 0) + 1);
  for (const list of lists) list.task_count = sizes.get(list.id) ?? 0;
  const idOf = (place: number) => at(ids, place);
  const dependencies = pairs(tree.dependencies).map(([task, other]) => ({
    task_id: idOf(task),
    depends_on_id: idOf(other),
  }));
  const noteCounts = tree.note_counts.flatMap(({ type, tasks: counted }) =>
    placed(counted).map(([task, count]) => ({
      task_id: task === -1 ? null : idOf(task),
      type,
      count,
    })),
  );
  return {
    project: tree.project,
    projectEdits: new Map(),
    seq: tree.seq,
    lists: new Map(lists.map((list) => [list.id, keepListTexts(list, before?.lists.get(list.id))])),
    tasks: new Map(tasks.map((task) => [task.id, keepTexts(task, before?.tasks.get(task.id))])),
    dependencies: new Map(dependencies.map((each) => [dependencyKey(each), each])),
    batons: new Map(tree.batons.map((each) => [each.slot, each])),
    noteCounts: new Map(
      [...noteCounts, ...tree.other_note_counts].map((each) => [countKey(each.task_id, each.type), each]),
    ),
    noteTypes: new Map(),
    ahead: new Map(),
    replacedAt: undefined,
  };
}

function unpackLists({ project, task_lists: columns, tasks }: PlanTree, ids: readonly Id[]): TaskList[] {
  const created = sums(columns.created_at);
  const updated = sums(columns.updated_at);
  return columns.id.map((short, place) => {
    const parent = at(columns.parent_task, place);
    const parentId = parent === -1 ? null : at(ids, parent);
    return markBare({
      id: longId(short),
      project_id: project.id,
      parent_task_id: parentId,
      parent_task: parentId && { id: parentId, title: at(tasks.title, parent) },
      name: at(columns.name, place),
      operational_brief: '',
      depth: at(columns.depth, place),
      task_count: 0,
      created_at: timeOf(at(created, place)),
      updated_at: timeOf(at(updated, place)),
      deleted_at: null,
    });
  });
}

function unpackTasks(tree: PlanTree, ids: readonly Id[], lists: readonly TaskList[]): Task[] {
  const { tasks: columns, project } = tree;
  const created = sums(columns.created_at);
  const updated = sums(columns.updated_at);
  const orders = sums(columns.order_in_parent);
  const rows = ids.map((id, place): Task => {
    const list = at(lists, at(columns.task_list, place));
    const since = at(created, place);
    const completed = at(columns.completed_at, place);
    return markBare({
      id,
      number: at(columns.number, place),
      project_id: project.id,
      parent_task_id: list.parent_task_id,
      task_list_id: list.id,
      task_list_name: list.name,
      task_list_depth: list.depth,
      title: at(columns.title, place),
      description: '',
      checks: Array.from({ length: at(columns.checks, place) }, () => NO_CHECK),
      prd_lines: null,
      status: STATUS[columns.status.charAt(place)] ?? 'open',
      order_in_parent: at(orders, place),
      level: at(columns.level, place),
      is_completed: completed !== -1,
      completed_at: completed === -1 ? null : timeOf(since + completed),
      agent_lock: null,
      blocked_reason: null,
      question: null,
      work: null,
      requirement_ids: [],
      is_enabler: false,
      prd_state: null,
      created_at: timeOf(since),
      updated_at: timeOf(at(updated, place)),
      deleted_at: null,
    });
  });
  for (const { task, ...mark } of tree.marks) Object.assign(at(rows, task), mark);
  for (const [task = 0, ...answered] of tree.requirements.tasks)
    at(rows, task).requirement_ids = answered.map((place) => at(tree.requirements.id, place));
  return rows;
}

const SHORT = 22;

/** Decodes the 22 characters of base64url to a UUID. */
function longId(short: string): Id {
  if (short.length !== SHORT) return short as Id;
  const bytes = atob(short.replaceAll('-', '+').replaceAll('_', '/'));
  let digits = '';
  for (let place = 0; place < bytes.length; place += 1) digits += HEX[bytes.charCodeAt(place)];
  const cut = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)];
  return cut.join('-') as Id;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Delta decoding: each value is the difference to the one before. */
function sums(differences: readonly number[]): number[] {
  let sum = 0;
  return differences.map((each) => (sum += each));
}

function pairs(flat: readonly number[]): [number, number][] {
  return Array.from({ length: flat.length / 2 }, (_, place) => [at(flat, 2 * place), at(flat, 2 * place + 1)]);
}

/** Pairs whose first value is delta encoded, starting from -1. */
function placed(flat: readonly number[]): [number, number][] {
  let place = -1;
  return pairs(flat).map(([step, count]) => [(place += step), count]);
}

function at<T>(column: readonly T[], place: number): T {
  const value = column[place];
  if (value === undefined) throw new Error(`The plan has no row ${place}.`);
  return value;
}
