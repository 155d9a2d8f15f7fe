import { unixLines } from './import-text.ts';

export type FieldValue = string | string[];

export interface FrontMatter {
  fields: ReadonlyMap<string, FieldValue>;
  body: string;
}

/** A head is a handful of fields; a longer one is something else, and not worth the walk. */
const HEAD_MAX = 64 * 1024;
const key = /^(?:([\w.-]+)|"([^"]*)"|'([^']*)')/;
const blockScalar = /^([|>])[+-]?\d?[+-]?(?=\s*(?:#|$))/;

/**
 * The YAML head of a Markdown file, as far as task files use YAML: text with and without quotes, folded and literal
 * blocks, lists in one line and in several. Undefined where the text has no such head.
 */
export function readFrontMatter(text: string): FrontMatter | undefined {
  const lines = unixLines(text).split('\n');
  if (lines[0]?.trimEnd() !== '---') return undefined;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (end === -1) return undefined;
  const head = lines.slice(1, end);
  if (head.reduce((length, line) => length + line.length, 0) > HEAD_MAX) return undefined;
  return { fields: readFields(head), body: lines.slice(end + 1).join('\n') };
}

/** The same fields in a file of nothing else, such as config.yml. */
export const readYamlFields = (text: string): ReadonlyMap<string, FieldValue> =>
  readFields(unixLines(text.slice(0, HEAD_MAX)).split('\n'));

function readFields(lines: readonly string[]): ReadonlyMap<string, FieldValue> {
  const fields = new Map<string, FieldValue>();
  for (let index = 0; index < lines.length;) {
    const entry = readEntry(lines[index] ?? '');
    index += 1;
    if (entry === undefined) continue;
    const below: string[] = [];
    for (; index < lines.length && belongsBelow(lines[index] ?? ''); index += 1) below.push(lines[index] ?? '');
    fields.set(entry.name, readValue(entry.value, below));
  }
  return fields;
}

/** A name, a colon, and after a blank the value. */
function readEntry(line: string): { name: string; value: string } | undefined {
  const match = key.exec(line);
  if (match === null) return undefined;
  const rest = line.slice(match[0].length).trimStart();
  if (!rest.startsWith(':')) return undefined;
  const value = blankBefore(rest.slice(1));
  return value === undefined ? undefined : { name: match[1] ?? match[2] ?? match[3] ?? '', value };
}

/** The text of one item of a list: a dash, and after a blank the text. */
function readItem(line: string): string | undefined {
  const text = line.trimStart();
  return text.startsWith('-') ? blankBefore(text.slice(1)) : undefined;
}

const blankBefore = (text: string): string | undefined => (text === '' || isBlank(text[0]) ? text.trim() : undefined);

const isBlank = (character: string | undefined) => character?.trim() === '';

const belongsBelow = (line: string) => line.trim() === '' || /^\s/.test(line) || /^-(?:\s|$)/.test(line);

function readValue(first: string, below: readonly string[]): FieldValue {
  const block = blockScalar.exec(first);
  if (block !== null) return readBlock(below, block[1] === '>');
  const start = first.startsWith('#') ? '' : first;
  if (start === '' && below.some((line) => readItem(line) !== undefined)) return readBlockList(below);
  const text = [start, ...below.map((line) => line.trim())].filter((part) => part !== '').join(' ');
  return text.startsWith('[') ? readInlineList(text) : readScalar(text);
}

function readBlockList(below: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of below) {
    const item = readItem(line);
    const last = items.length - 1;
    if (item !== undefined) items.push(item);
    else if (line.trim() !== '' && last >= 0) items[last] = `${items[last]} ${line.trim()}`;
  }
  return items.map(readScalar).filter((text) => text !== '');
}

function readBlock(below: readonly string[], isFolded: boolean): string {
  const indents = below.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = indents.reduce((least, next) => Math.min(least, next), Number.POSITIVE_INFINITY);
  const lines = below.map((line) => line.slice(indent).trimEnd());
  if (!isFolded) return lines.join('\n').trim();
  return lines
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll('\n', ' '))
    .join('\n')
    .trim();
}

function readInlineList(text: string): string[] {
  const items: string[] = [];
  let start = 1;
  let at = 1;
  let hasBegun = false;
  let quoted = '';
  for (; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quoted !== '') {
      if (character === quoted && !(quoted === '"' && text[at - 1] === '\\')) quoted = '';
    } else if (character === ']') break;
    else if (character === ',') {
      items.push(text.slice(start, at));
      start = at + 1;
      hasBegun = false;
    } else if (!hasBegun && !isBlank(character)) {
      hasBegun = true;
      if (character === '"' || character === "'") quoted = character;
    }
  }
  items.push(text.slice(start, at));
  return items.map((part) => readScalar(part.trim())).filter((part) => part !== '');
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
]);

function readScalar(text: string): string {
  const double = /^"([^"\\]*(?:\\.[^"\\]*)*)"/.exec(text);
  if (double !== null) {
    return (double[1] ?? '').replace(/\\(?:u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|(.))/g, (_, wide, short, plain) => {
      const code: unknown = wide ?? short;
      if (typeof code === 'string') return String.fromCharCode(Number.parseInt(code, 16));
      return escapes.get(String(plain)) ?? String(plain);
    });
  }
  const single = /^'([^']*(?:''[^']*)*)'/.exec(text);
  if (single !== null) return (single[1] ?? '').replaceAll("''", "'");
  const plain = withoutComment(text).trim();
  return plain === 'null' || plain === '~' ? '' : plain;
}

/** A comment begins at a hash that stands first or after a blank. */
function withoutComment(text: string): string {
  for (let at = text.indexOf('#'); at !== -1; at = text.indexOf('#', at + 1)) {
    if (at === 0 || isBlank(text[at - 1])) return text.slice(0, at);
  }
  return text;
}
