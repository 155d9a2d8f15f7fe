import { closesFence, readLineStart } from '#markdown/read-line-start.ts';
import { Failure } from '../failure.ts';
import { TextLines, decodeLine } from './escape-text.ts';
import type { DocumentList, DocumentNote, DocumentTask, NoteKind, PlanDocument } from './plan-document.ts';

// With `s`: a line may hold the separators at which a dot would stop.
const TASK = /^[-*+] \[([ xX~])\](?:\s+(.*))?$/s;
const CHECK = /^[-*+] (?:\(([ xX])\) )?(.+)$/s;
const FIELD = /^(after|answers|requirements|blocked|steps):(?:\s+(.*))?$/is;
const NOTE = /^note(?: (progress|finding|context|files|other))?(?: \(([^)]*)\))?:(?:\s+(.*))?$/is;
const HEADING = /^#{1,6}\s+(.*?)(?:\s*<!-- list ([0-9a-f]{8}) -->)?$/s;
const NAMED = /^[tT](\d{1,9})(?:\s+(.*))?$/s;
const HEAD = /^---\r?\n(baton-plan: .*?)\r?\n---(?:\r?\n|$)/s;

/** Whether a file was pulled: then it says all of the plan. */
export const isPulled = (text: string): boolean => HEAD.test(text);

interface Open {
  task: DocumentTask;
  indent: number;
  text: TextLines;
  steps: TextLines;
}

/** Reads a file that was pulled, and edited since. What has no place in it is refused with its line, never left out. */
export function readPlan(text: string): PlanDocument {
  const [whole = '', head = ''] = HEAD.exec(text) ?? [];
  const reader = new Reader(whole.split('\n').length - 1);
  for (const line of text.slice(whole.length).split(/\r?\n/)) reader.take(line);
  return { ...readHead(head), lists: reader.finish() };
}

function readHead(head: string): Omit<PlanDocument, 'lists'> {
  const fields = new Map(
    head.split(/\r?\n/).flatMap((line) => {
      const [, name, value] = /^([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value ?? ''] as const];
    }),
  );
  const base = fields.get('base') ?? '';
  if (fields.get('baton-plan') !== '1')
    throw new Failure('This file was pulled by another version of baton. Pull it again.');
  if (!/^\d{1,15}$/.test(base)) throw new Failure('The file’s head has no base any more. Pull it again.');
  return { project: fields.get('project') ?? '', base: Number(base), hasNotes: fields.get('notes') !== 'left out' };
}

class Reader {
  readonly #lists: { list: DocumentList; brief: TextLines }[] = [];
  #open: Open[] = [];
  #notes: { note: DocumentNote; text: TextLines }[] = [];
  /** Where a quotation goes that follows a note or the steps. */
  #quoteInto: TextLines | undefined;
  #fence: { mark: string; line: number } | undefined;
  #line: number;

  constructor(line: number) {
    this.#line = line;
  }

  take(raw: string): void {
    this.#line += 1;
    const [space = ''] = /^[ \t]*/.exec(raw) ?? [];
    const rest = raw.slice(space.length).trimEnd();
    const indent = space.replaceAll('\t', '    ').length;
    const isInside = this.#fence !== undefined;
    const isFence = this.#takeFence(rest);
    if (isFence || isInside || rest === '')
      this.#addText(`${' '.repeat(indent)}${rest}`, indent, rest === '' || isInside);
    else if (rest.startsWith('>')) this.#quote(rest.slice(rest.startsWith('> ') ? 2 : 1), indent);
    else {
      this.#quoteInto = undefined;
      this.#takeStructure(rest, indent);
    }
  }

  /** Whether the line begins or ends code. */
  #takeFence(rest: string): boolean {
    const start = this.#fence === undefined ? readLineStart(rest) : undefined;
    const isEnd = this.#fence !== undefined && closesFence(this.#fence.mark, rest);
    if (start?.type !== 'fence' && !isEnd) return false;
    this.#fence = start?.type === 'fence' ? { mark: start.mark, line: this.#line } : undefined;
    this.#quoteInto = undefined;
    return true;
  }

  finish(): DocumentList[] {
    if (this.#fence !== undefined) throw new Failure(`Line ${this.#fence.line}: this code block is never closed.`);
    this.#close(0);
    for (const { note, text } of this.#notes) {
      note.body = [note.body, text.value].filter((part) => part !== '').join('\n');
      if (note.body.trim() === '') throw new Failure(`Line ${note.line}: the note says nothing.`);
    }
    for (const { list, brief } of this.#lists) list.brief = brief.value;
    return this.#lists.map(({ list }) => list);
  }

  #takeStructure(rest: string, indent: number): void {
    const heading = indent === 0 ? HEADING.exec(rest) : null;
    if (heading !== null) return this.#openList(heading);
    const box = TASK.exec(rest);
    if (box !== null) return this.#openTask(box, indent);
    const owner = this.#ownerAt(indent);
    if (owner === undefined) return this.#addText(`${' '.repeat(indent)}${rest}`, indent, false);
    const note = NOTE.exec(rest);
    const field = FIELD.exec(rest);
    const check = CHECK.exec(rest);
    if (note !== null) this.#addNote(owner, note);
    else if (field !== null) this.#setField(owner, (field[1] ?? '').toLowerCase(), field[2] ?? '');
    else if (check !== null)
      owner.task.checks.push({ text: decodeLine(check[2] ?? ''), met: (check[1] ?? ' ') !== ' ' });
    else owner.text.add(`${' '.repeat(indent)}${rest}`);
  }

  #openList([, name = '', key]: RegExpExecArray): void {
    this.#close(0);
    if (name === '') throw new Failure(`Line ${this.#line}: the list has no name.`);
    const list = { line: this.#line, key, name: decodeLine(name), brief: '', tasks: [] };
    this.#lists.push({ list, brief: new TextLines() });
  }

  #openTask([, mark = ' ', words = '']: RegExpExecArray, indent: number): void {
    this.#close(indent);
    const named = NAMED.exec(words);
    const title = decodeLine(named === null ? words : (named[2] ?? ''));
    if (title === '') throw new Failure(`Line ${this.#line}: the task has no title.`);
    const task: DocumentTask = {
      line: this.#line,
      number: named === null ? undefined : Number(named[1]),
      title,
      state: mark === ' ' ? 'open' : mark === '~' ? 'wip' : 'done',
      description: '',
      checks: [],
      after: [],
      requirements: [],
      blocked: '',
      notes: [],
      steps: { name: undefined, brief: '' },
      children: [],
    };
    const siblings = this.#open.at(-1)?.task.children ?? this.#lists.at(-1)?.list.tasks;
    if (siblings === undefined)
      throw new Failure(`Line ${this.#line}: the task stands in no list. Put a heading above it.`);
    siblings.push(task);
    this.#open.push({ task, indent, text: new TextLines(), steps: new TextLines() });
  }

  #close(indent: number): void {
    for (const { task, text, steps } of this.#open.filter((each) => each.indent >= indent)) {
      task.description = text.value;
      task.steps.brief = steps.value;
    }
    this.#open = this.#open.filter((each) => each.indent < indent);
  }

  #ownerAt(indent: number): Open | undefined {
    return this.#open.findLast((each) => each.indent < indent);
  }

  #setField({ task, steps }: Open, name: string, value: string): void {
    if (name === 'steps') {
      task.steps.name = value === '' ? undefined : decodeLine(value);
      this.#quoteInto = steps;
    } else if (value === '') throw new Failure(`Line ${this.#line}: ${name}: says nothing.`);
    else if (name === 'blocked') task.blocked = decodeLine(value);
    else if (name === 'after') task.after.push(value);
    else task.requirements.push(...splitIds(value));
  }

  #addNote({ task }: Open, [, type, by = '', body = '']: RegExpExecArray): void {
    const note: DocumentNote = {
      line: this.#line,
      key: /#([0-9a-f]{8})$/.exec(by)?.[1],
      type: type?.toLowerCase() as NoteKind | undefined,
      by: by.replace(/(?:, )?#[0-9a-f]{8}$/, ''),
      body: decodeLine(body),
    };
    task.notes.push(note);
    this.#quoteInto = new TextLines();
    this.#notes.push({ note, text: this.#quoteInto });
  }

  #quote(line: string, indent: number): void {
    const into = this.#quoteInto ?? this.#textAt(indent);
    into.quote(line);
  }

  /** Blank lines and code belong to what was said last, however they are indented. */
  #addText(line: string, indent: number, isAnywhere: boolean): void {
    if (isAnywhere && line.trim() === '' && this.#open.length === 0 && this.#lists.length === 0) return;
    const text = isAnywhere ? (this.#open.at(-1)?.text ?? this.#lists.at(-1)?.brief) : this.#textAt(indent);
    text?.add(line);
  }

  #textAt(indent: number): TextLines {
    const owner = this.#ownerAt(indent)?.text;
    const last = this.#lists.at(-1);
    if (owner !== undefined) return owner;
    if (last !== undefined && last.list.tasks.length === 0) return last.brief;
    throw new Failure(
      `Line ${this.#line}: this text belongs to nothing. Indent it below its task, or put it below the list’s heading.`,
    );
  }
}

const splitIds = (value: string): string[] =>
  value
    .split(',')
    .map((id) => decodeLine(id.trim()))
    .filter((id) => id !== '');
