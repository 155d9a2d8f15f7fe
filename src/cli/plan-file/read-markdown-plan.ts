import { Failure } from '../failure.ts';

/** A task as a plan file says it. */
export interface FileTask {
  /** The line it stands on, to name it in a complaint. */
  line: number;
  /** "T12" when the file means a task that is already there. */
  number: number | undefined;
  title: string;
  isDone: boolean;
  list: string | undefined;
  parent: FileTask | undefined;
  description: string;
  checks: string[];
  /** As written: a task's number, or the title of another task of the file. */
  after: string[];
  /** Ids of what it answers of the PRD. */
  requirements: string[];
}

// With `s`: a line may hold the separators at which a dot would stop, and a task must not be lost for it.
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/s;
const TASK = /^( *)[-*+] \[([ xX])\]\s*(.*)$/s;
const CHECK = /^ *[-*+] (.+)$/s;
const AFTER = /^ *after:\s*(.+)$/is;
const ANSWERS = /^ *(?:answers|requirements):\s*(.+)$/is;
const NAMED = /^[tT](\d{1,9})(?:[:\s]\s*(.*))?$/s;
const FENCE = /^ *(```|~~~)/;

interface Open {
  task: FileTask;
  indent: number;
  description: string[];
}

/**
 * Reads a plan: a heading is a list, a line with a box is a task, what is indented under a task belongs to it. Text that
 * stands under no task is for people and is not sent.
 */
export function readMarkdownPlan(text: string): FileTask[] {
  const tasks: FileTask[] = [];
  let open: Open[] = [];
  let list: string | undefined;
  let isFenced = false;
  const close = (indent: number) => {
    for (const { task, description } of open.filter((each) => each.indent >= indent))
      task.description = outdent(description);
    open = open.filter((each) => each.indent < indent);
  };
  for (const [place, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replaceAll('\t', '    ').trimEnd();
    if (FENCE.test(line)) isFenced = !isFenced;
    const heading = isFenced ? null : HEADING.exec(line);
    const box = isFenced ? null : TASK.exec(line);
    if (heading !== null) {
      close(0);
      list = heading[1];
    } else if (box !== null) {
      const indent = (box[1] ?? '').length;
      close(indent);
      const task = readTask(box[3] ?? '', place + 1, open.at(-1)?.task, list);
      task.isDone = box[2] !== ' ';
      tasks.push(task);
      open.push({ task, indent, description: [] });
    } else readDetail(line, isFenced, open);
  }
  close(0);
  return tasks;
}

function readTask(words: string, line: number, parent: FileTask | undefined, list: string | undefined): FileTask {
  const named = NAMED.exec(words);
  const number = named === null ? undefined : Number(named[1]);
  const title = (named === null ? words : (named[2] ?? '')).trim();
  if (title === '' && number === undefined) throw new Failure(`Line ${line}: the task has no title.`);
  return { line, number, title, isDone: false, list, parent, description: '', checks: [], after: [], requirements: [] };
}

/** A line that belongs to the task it is indented under. */
function readDetail(line: string, isFenced: boolean, open: readonly Open[]): void {
  const indent = line.length - line.trimStart().length;
  const owner = line === '' || isFenced ? open.at(-1) : open.findLast((each) => each.indent < indent);
  if (owner === undefined) return;
  const after = isFenced ? null : AFTER.exec(line);
  const answers = isFenced ? null : ANSWERS.exec(line);
  const check = isFenced ? null : CHECK.exec(line);
  if (after !== null) owner.task.after.push(after[1] ?? '');
  else if (answers !== null) owner.task.requirements.push(...splitIds(answers[1] ?? ''));
  else if (check !== null) owner.task.checks.push((check[1] ?? '').trim());
  else owner.description.push(line);
}

const splitIds = (value: string): string[] =>
  value
    .split(/[,;]/)
    .map((id) => id.trim())
    .filter((id) => id !== '');

function outdent(lines: readonly string[]): string {
  const depth = Math.min(...lines.filter((line) => line !== '').map((line) => line.length - line.trimStart().length));
  return lines
    .map((line) => line.slice(Number.isFinite(depth) ? depth : 0))
    .join('\n')
    .trim();
}
