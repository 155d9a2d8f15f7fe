import { UnreadableText } from './unreadable-text.ts';

/** A line of the file; a value that goes on over several lines is one of them, whole. */
interface Line {
  text: string;
  /** The table it opens, by its names. */
  opens: readonly string[] | undefined;
  /** The names it gives a value to: more than one where they are joined by dots. */
  sets: readonly string[] | undefined;
}

const HEADER = /^\s*\[\[?\s*((?:[^\]"']|"[^"]*"|'[^']*')+?)\s*\]\]?\s*(?:#[^\n]*)?$/;
const SETS = /^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=/;
const PART = /[\w-]+|"[^"]*"|'[^']*'/g;
/** What decides where a line ends: texts and comments, in which a bracket means nothing, brackets, and line ends. */
const TOKEN = /"""(?:\\[^]|[^\\])*?""""{0,2}|'''[^]*?''''{0,2}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[[\]{}\n]/g;

/**
 * Puts a table into a TOML text: its values are set line by line, and every other line stays as it is. `block` is the
 * table as it reads in a file of its own.
 */
export function mergeToml(text: string, block: string): string {
  const [wanted, ...values] = readLines(block).filter(({ text: line }) => line.trim() !== '');
  if (wanted?.opens === undefined) throw new Error('the block opens no table');
  const lines = readLines(text);
  const path = wanted.opens;
  refuseOtherForms(lines, path);
  refuseSpread(lines, path, values);
  const start = lines.findIndex(({ opens }) => isSame(opens, path));
  if (start === -1) return append(text, block);
  const length = lines.slice(start + 1).findIndex(({ opens }) => opens !== undefined);
  const end = length === -1 ? lines.length : start + 1 + length;
  const body = lines.slice(start + 1, end);
  // A program that is started cannot also be reached at an address: such a table begins anew.
  const isAnew = values.some(({ sets }) => isSame(sets, ['url'])) && body.some(({ sets }) => isSame(sets, ['command']));
  const kept = isAnew ? body.filter(({ sets }) => sets === undefined) : body;
  const isOf = (value: Line) => (line: Line) => value.sets !== undefined && isSame(line.sets, value.sets);
  const missing = values.filter((value) => !kept.some(isOf(value)));
  const set = kept.map((line) => values.find((value) => isOf(value)(line)) ?? line);
  const joined = [...lines.slice(0, start + 1), ...missing, ...set, ...lines.slice(end)];
  return joined.map((line) => line.text).join('\n');
}

/** Takes a table out, with the tables below it. */
export function removeTomlTable(text: string, path: readonly string[]): string {
  let isInside = false;
  const kept = readLines(text).filter(({ opens }) => {
    if (opens !== undefined) isInside = isSame(opens.slice(0, path.length), path);
    return !isInside;
  });
  return tidyEnd(kept.map((line) => line.text).join('\n'));
}

/** Takes one value out of its table. */
export function removeTomlValue(text: string, path: readonly string[]): string {
  let table: readonly string[] = [];
  const kept = readLines(text).filter(({ opens, sets }) => {
    if (opens !== undefined) table = opens;
    return sets === undefined || !isSame([...table, ...sets], path);
  });
  return kept.map((line) => line.text).join('\n');
}

const tidyEnd = (text: string): string => (text.trim() === '' ? '' : text.replace(/\n+$/, '\n'));

/** Whether the text has this table at all; used to look, not to write. */
export function readTomlTable(text: string, path: readonly string[]): string | undefined {
  const lines = readLines(text);
  const start = lines.findIndex(({ opens }) => isSame(opens, path));
  if (start === -1) return undefined;
  const length = lines.slice(start + 1).findIndex(({ opens }) => opens !== undefined);
  return lines
    .slice(start + 1, length === -1 ? undefined : start + 1 + length)
    .map((line) => line.text)
    .join('\n');
}

function append(text: string, block: string): string {
  if (text.trim() === '') return block;
  return `${text.replace(/\n*$/, '\n')}\n${block}`;
}

/** TOML can say a table in other ways, which are left to whoever wrote them. */
function refuseOtherForms(lines: readonly Line[], path: readonly string[]): void {
  let table: readonly string[] = [];
  for (const { opens, sets } of lines) {
    if (opens !== undefined) table = opens;
    if (sets === undefined) continue;
    const whole = [...table, ...sets];
    const isInside = path.every((name, place) => whole[place] === name);
    const isAbove = whole.every((name, place) => path[place] === name);
    if ((isInside && !isSame(table.slice(0, path.length), path)) || (isAbove && whole.length <= path.length))
      throw new UnreadableText(`${whole.join('.')} is written in a form that is not edited here`);
  }
}

/** A table that is ours as one value cannot stand beside the same table spread out: TOML takes a name once. */
function refuseSpread(lines: readonly Line[], path: readonly string[], values: readonly Line[]): void {
  let table: readonly string[] = [];
  for (const { opens, sets } of lines) {
    if (opens !== undefined) table = opens;
    const whole = [...table, ...(sets ?? [])];
    const isSpread = opens !== undefined || whole.length > path.length + 1;
    const isOurs = values.some((value) => isSame(whole.slice(0, path.length + 1), [...path, ...(value.sets ?? [])]));
    if (isSpread && isOurs) throw new UnreadableText(`${whole.join('.')} is written in a form that is not edited here`);
  }
}

function readLines(text: string): Line[] {
  const lines: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    if (token !== '\n' || depth > 0) continue;
    lines.push(text.slice(start, index));
    start = index + 1;
  }
  if (depth !== 0) throw new UnreadableText('a bracket is left open, or closed twice');
  return [...lines, text.slice(start)].map(readLine);
}

function readLine(text: string): Line {
  const header = HEADER.exec(text)?.[1];
  if (header !== undefined) return { text, opens: namesIn(header), sets: undefined };
  const key = SETS.exec(text)?.[1];
  return { text, opens: undefined, sets: key === undefined ? undefined : namesIn(key) };
}

const namesIn = (key: string): string[] => (key.match(PART) ?? []).map((part) => part.replaceAll(/^["']|["']$/g, ''));
const isSame = (a: readonly string[] | undefined, b: readonly string[]): boolean =>
  a !== undefined && a.length === b.length && a.every((name, place) => name === b[place]);
