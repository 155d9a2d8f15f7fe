import fc from 'fast-check';
import { type DocumentTask, type PlanDocument, listTasks } from '../cli/plan-file/plan-document.ts';
import { anyCheck, anyName, anyNote, anyText, anyTitle } from './plan-documents.ts';

/** One edit of a plan file. `at` and `to` select among the existing tasks and places. */
export interface FileEdit {
  what: (typeof KINDS)[number];
  at: number;
  to: number;
  title: string;
  text: string;
  name: string;
  check: { text: string; met: boolean };
  note: { type: 'progress' | 'finding' | 'context' | 'files'; body: string };
}

const KINDS = [
  'rename',
  'describe',
  'check',
  'uncheck',
  'tick',
  'turn checks',
  'box',
  'block',
  'free',
  'move',
  'add',
  'note',
  'change note',
  'rename list',
  'move list',
  'add list',
  'brief list',
  'brief steps',
  'wait',
  'do not wait',
] as const;

export const anyEdit: fc.Arbitrary<FileEdit> = fc.record({
  what: fc.constantFrom(...KINDS),
  at: fc.nat(1_000),
  to: fc.nat(1_000),
  title: anyTitle,
  text: anyText,
  name: anyName,
  check: anyCheck,
  note: anyNote,
});

const newTask = (title: string): DocumentTask => ({
  line: 0,
  number: undefined,
  title,
  state: 'open',
  description: '',
  checks: [],
  after: [],
  requirements: [],
  blocked: '',
  notes: [],
  steps: { name: undefined, brief: '' },
  children: [],
});

/** All lists of siblings, with their parent. */
function rowsOf(document: PlanDocument): { above: DocumentTask | undefined; row: DocumentTask[] }[] {
  return [
    ...document.lists.map(({ tasks }) => ({ above: undefined, row: tasks })),
    ...listTasks(document).map((task) => ({ above: task, row: task.children })),
  ];
}

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)];

/** Applies the edit; an impossible one is a no-op. */
export function editDocument(document: PlanDocument, edit: FileEdit): void {
  const { what, at, to, title, text, name, check, note } = edit;
  const tasks = listTasks(document);
  const task = pick(tasks, at);
  const list = pick(document.lists, at);
  const isFree = (wanted: string) => document.lists.every((each) => each.name.toLowerCase() !== wanted.toLowerCase());
  if (what === 'add list') {
    if (isFree(name))
      document.lists.splice(to % (document.lists.length + 1), 0, {
        line: 0,
        key: undefined,
        name,
        brief: text,
        tasks: [],
      });
    return;
  }
  if (list !== undefined) {
    if (what === 'rename list' && isFree(name)) list.name = name;
    if (what === 'brief list') list.brief = text;
    if (what === 'move list')
      document.lists.splice(to % document.lists.length, 0, ...document.lists.splice(document.lists.indexOf(list), 1));
  }
  if (what === 'add') pick(rowsOf(document), at)?.row.splice(to % 3, 0, newTask(title));
  if (task === undefined) return;
  if (what === 'rename') task.title = title;
  if (what === 'describe') task.description = text;
  if (what === 'check') task.checks.splice(to % (task.checks.length + 1), 0, check);
  if (what === 'uncheck') task.checks.splice(to % (task.checks.length + 1), 1);
  if (what === 'tick') for (const each of task.checks.slice(to % 2)) each.met = !each.met;
  if (what === 'turn checks') task.checks.reverse();
  if (what === 'box' && task.children.length === 0) task.state = task.state === 'done' ? 'open' : 'done';
  if (what === 'block') task.blocked = title;
  if (what === 'free') task.blocked = '';
  if (what === 'note') task.notes.push({ ...note, line: 0, key: undefined, by: '' });
  if (what === 'change note' && task.notes[0] !== undefined) task.notes[0].body = note.body;
  if (what === 'brief steps' && task.children.length > 0) task.steps.brief = text;
  if (what === 'do not wait') task.after = [];
  if (what === 'wait') {
    const other = pick(tasks, to);
    if (other?.number !== undefined && other !== task) task.after.push(`T${other.number}`);
  }
  if (what === 'move') moveTask(document, task, at + to);
}

function moveTask(document: PlanDocument, task: DocumentTask, to: number): void {
  const inside = new Set(listTasks({ lists: [{ line: 0, key: undefined, name: '', brief: '', tasks: [task] }] }));
  const rows = rowsOf(document).filter(({ above }) => above === undefined || !inside.has(above));
  const from = rowsOf(document).find(({ row }) => row.includes(task))?.row;
  const row = pick(rows, to)?.row;
  if (row === undefined || from === undefined) return;
  from.splice(from.indexOf(task), 1);
  row.splice(to % (row.length + 1), 0, task);
}

/** The expected plan after pushing the file: without line numbers and marks, with derived state. */
export function expectationOf(document: PlanDocument): unknown {
  const isDone = (task: DocumentTask): boolean =>
    task.children.length === 0 ? task.state === 'done' : task.children.every(isDone);
  const shown = (task: DocumentTask): unknown => ({
    title: task.title,
    isDone: isDone(task),
    description: task.description,
    checks: task.checks,
    after: [...new Set(task.after.flatMap((value) => value.split(', ')))].toSorted(),
    blocked: task.blocked,
    notes: [...new Set(task.notes.map(({ type, body }) => `${type ?? 'progress'} ${body}`))].toSorted(),
    brief: task.steps.brief,
    children: task.children.map(shown),
  });
  return document.lists.map(({ name, brief, tasks }) => ({ name, brief, tasks: tasks.map(shown) }));
}
