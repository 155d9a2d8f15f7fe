import { TASK_LIST_NAME_MAX } from '#contract/constants.ts';
import type { Note } from '#contract/note.ts';
import { pairAnswers } from '#contract/question-notes.ts';
import type { ProjectExport } from '#contract/transfer.ts';
import type { Dependency, Task, TaskList } from '#contract/task.ts';
import { escapeInline, quoteMarkdown } from './escape-markdown.ts';
import { cutText } from './import-text.ts';

export interface WrittenPlan {
  project: ProjectExport['project'];
  task_lists: readonly TaskList[];
  tasks: readonly Task[];
  dependencies: readonly Dependency[];
  notes: readonly Note[];
}

interface Book {
  tasksOf: ReadonlyMap<string, Task[]>;
  childListOf: ReadonlyMap<string, TaskList>;
  waitsFor: ReadonlyMap<string, number[]>;
  notesOf: ReadonlyMap<string, Note[]>;
}

/** The whole plan as a document to read: every list, every task with its conditions, its notes below it. */
export function writeMarkdown(plan: WrittenPlan): { filename: string; markdown: string } {
  const book = openBook(plan);
  const lists = plan.task_lists.filter((list) => list.deleted_at === null && list.parent_task_id === null);
  const known = new Set(plan.tasks.filter((task) => task.deleted_at === null).map((task) => task.id));
  // A note whose task is gone is still the project's.
  const own = plan.notes.filter((note) => isShown(note) && (note.task_id === null || !known.has(note.task_id)));
  const blocks = [
    [`# ${escapeInline(plan.project.name)}`],
    quoted(plan.project.description ?? ''),
    ...lists.flatMap((list) => writeList(book, list)),
    ...(own.length === 0 ? [] : [['## Notes'], ...writeNotes(own.toSorted(byAge))]),
  ];
  return { filename: `${fileName(plan.project.name)}.md`, markdown: `${joinBlocks(blocks)}\n` };
}

/** A block is lines that stand together; blocks are set apart by an empty line. */
type Block = string[];

const joinBlocks = (blocks: readonly Block[]): string =>
  blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');

const indent = (blocks: readonly Block[]): Block[] =>
  blocks.map((block) => block.map((line) => (line === '' ? '' : `  ${line}`)));

const quoted = (text: string): Block => (text.trim() === '' ? [] : quoteMarkdown(text));

function openBook(plan: WrittenPlan): Book {
  const tasks = plan.tasks.filter((task) => task.deleted_at === null);
  const numbers = new Map(tasks.map((task) => [task.id, task.number]));
  const waitsFor = new Map<string, number[]>();
  for (const { task_id, depends_on_id } of plan.dependencies) {
    const number = numbers.get(depends_on_id);
    if (number === undefined) continue;
    const known = waitsFor.get(task_id);
    if (known === undefined) waitsFor.set(task_id, [number]);
    else known.push(number);
  }
  const lists = plan.task_lists.filter((list) => list.deleted_at === null);
  return {
    tasksOf: Map.groupBy(
      tasks.toSorted((one, other) => one.order_in_parent - other.order_in_parent || one.number - other.number),
      (task) => task.task_list_id,
    ),
    childListOf: new Map(lists.flatMap((list) => (list.parent_task_id === null ? [] : [[list.parent_task_id, list]]))),
    waitsFor,
    notesOf: Map.groupBy(plan.notes.filter(isShown).toSorted(byAge), (note) => note.task_id ?? ''),
  };
}

function writeList(book: Book, list: TaskList): Block[] {
  const tasks = book.tasksOf.get(list.id) ?? [];
  return [
    [`## ${escapeInline(list.name)}`],
    quoted(list.operational_brief),
    ...tasks.flatMap((task) => writeTask(book, task)),
  ];
}

function writeTask(book: Book, task: Task): Block[] {
  const tick = task.is_completed ? 'x' : ' ';
  const state = task.status === 'wip' ? ' (in progress)' : '';
  const waits = (book.waitsFor.get(task.id) ?? []).toSorted((one, other) => one - other);
  const notes = book.notesOf.get(task.id) ?? [];
  const below = book.childListOf.get(task.id);
  return [
    [`- [${tick}] T${task.number} ${escapeInline(task.title)}${state}`],
    ...indent([
      quoted(task.description),
      ...(task.checks.length === 0 ? [] : [['Done when:'], writeChecks(task)]),
      waits.length === 0 ? [] : [`Waits for: ${waits.map((number) => `T${number}`).join(', ')}`],
      ...(notes.length === 0 ? [] : [['Notes:'], ...writeNotes(notes)]),
      ...(below === undefined ? [] : writeChildren(book, task, below)),
    ]),
  ];
}

const writeChecks = (task: Task): Block =>
  task.checks.map((check) => `- [${check.met ? 'x' : ' '}] ${escapeInline(check.text)}`);

/** The line above also keeps the tasks below apart from the list of notes before them. */
function writeChildren(book: Book, task: Task, list: TaskList): Block[] {
  const children = book.tasksOf.get(list.id) ?? [];
  if (children.length === 0) return [];
  const name = list.name === cutText(task.title, TASK_LIST_NAME_MAX) ? '' : ` as ${escapeInline(list.name)}`;
  return [
    [`Broken down${name}:`],
    quoted(list.operational_brief),
    ...children.flatMap((child) => writeTask(book, child)),
  ];
}

/** What Baton wrote itself about a change of status is history, not something to read up on. */
const isShown = (note: Note) => note.deleted_at === null && !note.is_broadcast;

const byAge = (one: Note, other: Note) =>
  one.created_at < other.created_at ? -1 : Number(one.created_at > other.created_at);

/** An answer stands under its question. */
const writeNotes = (notes: readonly Note[]): Block[] =>
  pairAnswers(notes).flatMap(({ note, answers }) => [...writeNote(note), ...indent(answers.flatMap(writeNote))]);

function writeNote(note: Note): Block[] {
  const marks = [note.pinned ? 'pinned' : '', note.superseded_by_id === null ? '' : 'superseded'];
  const head = [note.type, escapeInline(note.author.name), note.created_at.slice(0, 10), ...marks];
  return [[`- ${head.filter((part) => part !== '').join(', ')}`], ...indent([quoted(note.body)])];
}

const NAME_MAX = 60;

function fileName(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, NAME_MAX)
    .toWellFormed();
  return words.replace(/^-+|-+$/g, '').replaceAll('\u{fffd}', '') || 'project';
}
