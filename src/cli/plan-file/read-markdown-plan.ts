import type { Block, ItemBlock, ListBlock, TextBlock } from '#markdown/block.ts';
import { readLineBlocks } from '#markdown/read-blocks.ts';
import { countFrontMatter, readLines } from '#markdown/read-lines.ts';
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
const BOX = /^\[([ xX])\](?:\s+(.*))?$/s;
const AFTER = /^after:\s*(.+)$/is;
const ANSWERS = /^(?:answers|requirements):\s*(.+)$/is;
const NAMED = /^[tT](\d{1,9})(?:[:\s]\s*(.*))?$/s;

interface Open {
  task: FileTask;
  /** The column of its mark: what is indented further belongs to it. */
  indent: number;
  /** The numbers of the lines that describe it. */
  described: number[];
}

/**
 * Reads a plan: a heading is a list, an item with a box is a task, what is indented under a task belongs to it. Text that
 * stands under no task is for people and is not sent.
 */
export function readMarkdownPlan(text: string): FileTask[] {
  const lines = readLines(text);
  const reader = new PlanReader(lines);
  // Boxes are read here: one without a title is a mistake to be told, not text.
  for (const block of readLineBlocks(lines, { from: countFrontMatter(lines), boxes: '' })) {
    if (block.type === 'heading') reader.list = block.raw === '' ? undefined : block.raw;
    else reader.take(block, []);
  }
  return reader.tasks;
}

class PlanReader {
  readonly tasks: FileTask[] = [];
  list: string | undefined;
  readonly #lines: readonly string[];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** A block inside the tasks that are open around it, the innermost last. */
  take(block: Block, open: readonly Open[]): void {
    if (block.type === 'list') for (const item of block.items) this.#takeItem(item, block, open);
    else if (block.type === 'paragraph') this.#takeText(block, 0, open);
    else this.#describe(open.at(-1), block.start, block.end);
  }

  #takeItem(item: ItemBlock, { mark }: ListBlock, open: readonly Open[]): void {
    const [first, ...rest] = item.children;
    const own = first?.type === 'paragraph' ? first : undefined;
    const [words = ''] = own?.lines ?? [];
    const box = BOX.exec(words);
    const owner = open.at(-1);
    if (own !== undefined && box !== null) return this.#openTask(item, own, box, open);
    if (own !== undefined && owner !== undefined && !mark.startsWith('1')) this.#addCheck(item, own, open);
    else if (own !== undefined) this.#takeText(own, 0, open);
    for (const child of own === undefined ? item.children : rest) this.take(child, open);
  }

  #openTask(item: ItemBlock, own: TextBlock, [, tick, words = '']: RegExpExecArray, open: readonly Open[]): void {
    const task = readTask(words, item.start, open.at(-1)?.task, this.list);
    task.isDone = tick !== ' ';
    this.tasks.push(task);
    const opened: Open = { task, indent: this.#indentOf(item.start), described: [] };
    this.#takeText(own, 1, [...open, opened]);
    for (const child of item.children.slice(1)) this.take(child, [...open, opened]);
    task.description = this.#textOf(opened.described);
  }

  /** Its text goes on as far as it is indented; a line that is not is the task's. */
  #addCheck(item: ItemBlock, own: TextBlock, open: readonly Open[]): void {
    const indent = this.#indentOf(item.start);
    const until = own.lines.findIndex((_, i) => i > 0 && this.#indentOf(own.start + i) <= indent);
    const count = until < 0 ? own.lines.length : until;
    open.at(-1)?.task.checks.push(own.lines.slice(0, count).join(' '));
    this.#takeText(own, count, open);
  }

  #takeText({ lines, start }: TextBlock, from: number, open: readonly Open[]): void {
    for (let i = from; i < lines.length; i += 1) {
      const line = lines[i] ?? '';
      const indent = this.#indentOf(start + i);
      const owner = open.findLast((each) => each.indent < indent);
      const after = AFTER.exec(line)?.[1];
      const answers = ANSWERS.exec(line)?.[1];
      if (after !== undefined) owner?.task.after.push(after);
      else if (answers !== undefined) owner?.task.requirements.push(...splitIds(answers));
      else this.#describe(owner, start + i, start + i);
    }
  }

  #describe(owner: Open | undefined, start: number, end: number): void {
    for (let number = start; number <= end; number += 1) owner?.described.push(number);
  }

  #indentOf(number: number): number {
    const line = this.#lines[number - 1] ?? '';
    return line.length - line.trimStart().length;
  }

  /** The lines as they were written, without what only indents them, and apart where they stood apart. */
  #textOf(numbers: readonly number[]): string {
    const written = numbers.flatMap((number, i) => {
      const line = this.#lines[number - 1] ?? '';
      const isApart = i > 0 && numbers[i - 1] !== number - 1 && (this.#lines[number - 2] ?? '').trim() === '';
      return isApart ? ['', line] : [line];
    });
    const depth = written
      .filter((line) => line.trim() !== '')
      .reduce((least, line) => Math.min(least, line.length - line.trimStart().length), Infinity);
    return written
      .map((line) => line.slice(Math.min(depth, line.length)).trimEnd())
      .join('\n')
      .trim();
  }
}

function readTask(words: string, line: number, parent: FileTask | undefined, list: string | undefined): FileTask {
  const named = NAMED.exec(words);
  const number = named === null ? undefined : Number(named[1]);
  const title = (named === null ? words : (named[2] ?? '')).trim();
  if (title === '' && number === undefined) throw new Failure(`Line ${line}: the task has no title.`);
  return { line, number, title, isDone: false, list, parent, description: '', checks: [], after: [], requirements: [] };
}

const splitIds = (value: string): string[] =>
  value
    .split(/[,;]/)
    .map((id) => id.trim())
    .filter((id) => id !== '');
