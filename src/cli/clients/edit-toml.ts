import { UnreadableText } from './read-jsonc.ts';

interface Line {
  text: string;
  /** The table it opens, by its names; undefined inside a text of several lines too. */
  opens: readonly string[] | undefined;
  /** The name it gives a value to, as written. */
  sets: string | undefined;
}

const HEADER = /^\s*\[\[?\s*((?:[^\]"']|"[^"]*"|'[^']*')+?)\s*\]\]?\s*(?:#.*)?$/;
const SETS = /^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=/;
const PART = /[\w-]+|"[^"]*"|'[^']*'/g;

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
  const start = lines.findIndex(({ opens }) => isSame(opens, path));
  if (start === -1) return append(text, block);
  const length = lines.slice(start + 1).findIndex(({ opens }) => opens !== undefined);
  const end = length === -1 ? lines.length : start + 1 + length;
  const body = lines.slice(start + 1, end);
  // A program that is started cannot also be reached at an address: such a table begins anew.
  const kept = body.some(({ sets }) => sets === 'command') ? body.filter(({ sets }) => sets === undefined) : body;
  const missing = values.filter(({ sets }) => kept.every((line) => line.sets !== sets));
  const set = kept.map((line) => values.find(({ sets }) => sets !== undefined && sets === line.sets) ?? line);
  const joined = [...lines.slice(0, start + 1), ...missing, ...set, ...lines.slice(end)];
  return joined.map((line) => line.text).join('\n');
}

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
    const whole = [...table, ...namesIn(sets)];
    const isInside = path.every((name, place) => whole[place] === name);
    const isAbove = whole.every((name, place) => path[place] === name);
    if ((isInside && !isSame(table.slice(0, path.length), path)) || (isAbove && whole.length <= path.length))
      throw new UnreadableText(`${whole.join('.')} is written in a form that is not edited here`);
  }
}

function readLines(text: string): Line[] {
  let open: string | undefined;
  return text.split('\n').map((line) => {
    const wasOpen = open;
    open = openAfter(line, open);
    if (wasOpen !== undefined) return { text: line, opens: undefined, sets: undefined };
    const header = HEADER.exec(line)?.[1];
    if (header !== undefined) return { text: line, opens: namesIn(header), sets: undefined };
    return { text: line, opens: undefined, sets: SETS.exec(line)?.[1] };
  });
}

/** Which kind of many-line text is still open when the line is over. */
function openAfter(line: string, open: string | undefined): string | undefined {
  let now = open;
  for (const [mark] of line.matchAll(/"""|'''|"(?:[^"\\]|\\.)*"|'[^']*'|#.*/g)) {
    if (mark !== '"""' && mark !== "'''") {
      if (now === undefined && mark.startsWith('#')) return now;
      continue;
    }
    if (now === undefined) now = mark;
    else if (now === mark) now = undefined;
  }
  return now;
}

const namesIn = (key: string): string[] => (key.match(PART) ?? []).map((part) => part.replaceAll(/^["']|["']$/g, ''));
const isSame = (a: readonly string[] | undefined, b: readonly string[]): boolean =>
  a !== undefined && a.length === b.length && a.every((name, place) => name === b[place]);
