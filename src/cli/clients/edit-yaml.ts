import { type Pair, type ParsedNode, isCollection, isMap, isScalar, parseDocument } from 'yaml';
import type { ConfigTable } from '#contract/clients/client.ts';
import { isTable, renderYaml } from '#contract/clients/render-entry.ts';
import { UnreadableText } from './unreadable-text.ts';

type Entry = Pair<ParsedNode, ParsedNode | null>;

/**
 * Puts named blocks below a top-level name, as `extensions:` of Goose. The parser says where things stand, and only the
 * lines of the block are written, so that every other line stays as it is. Only the block style that programs write is
 * edited.
 */
export function mergeYaml(text: string, entry: ConfigTable): string {
  return Object.entries(entry).reduce((now, [holder, blocks]) => {
    if (!isTable(blocks)) throw new Error('the entry holds no blocks');
    return Object.entries(blocks).reduce(
      (before, [name, block]) => putBlock(before, holder, name, isTable(block) ? block : {}),
      now,
    );
  }, text);
}

/** The lines of one block, without its name; undefined when it is not there. */
export function readYamlBlock(text: string, [holder = '', name = '']: readonly string[]): string | undefined {
  const block = blocksOf(findHolder(text, holder), holder).find((each) => nameOf(each) === name);
  if (block === undefined) return undefined;
  const start = block.value?.range[0] ?? contentEnd(block);
  const isSameLine = lineStart(text, start) === lineStart(text, block.key.range[0]);
  return text.slice(isSameLine ? start : lineStart(text, start), contentEnd(block, text));
}

export function removeYamlBlock(text: string, [holder = '', name = '']: readonly string[]): string {
  const found = findHolder(text, holder);
  const blocks = blocksOf(found, holder);
  const block = blocks.find((each) => nameOf(each) === name);
  if (found === undefined || block === undefined) return text;
  const { start, end } = linesOf(block, text);
  const left = text.slice(0, start) + text.slice(end);
  if (blocks.length > 1) return left;
  const colon = text.indexOf(':', found.key.range[1]) + 1;
  return `${left.slice(0, colon)} {}${left.slice(colon)}`;
}

function putBlock(text: string, holder: string, name: string, block: ConfigTable): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const write = (table: ConfigTable, indent: string) =>
    renderYaml(table, 0)
      .map((line) => `${indent}${line}${lineEnd}`)
      .join('');
  const found = findHolder(text, holder);
  if (found === undefined) return `${ended(text, lineEnd)}${write({ [holder]: { [name]: block } }, '')}`;

  const blocks = blocksOf(found, holder);
  const [first] = blocks;
  if (first === undefined) {
    const head = isMap(found.value) ? cutEmpty(text, found.value.range) : text;
    const place = lineAfter(head, found.key.range[1]);
    return `${ended(head.slice(0, place), lineEnd)}${write({ [name]: block }, '  ')}${head.slice(place)}`;
  }
  const written = write({ [name]: block }, text.slice(lineStart(text, first.key.range[0]), first.key.range[0]));
  const older = blocks.find((each) => nameOf(each) === name);
  const { start, end } = older === undefined ? placeBehind(found, text) : linesOf(older, text);
  return `${ended(text.slice(0, start), lineEnd)}${written}${text.slice(end)}`;
}

function findHolder(text: string, holder: string): Entry | undefined {
  const document = parseDocument(text, { schema: 'core', prettyErrors: false });
  const [fault] = document.errors;
  if (fault !== undefined) throw new UnreadableText(`line ${text.slice(0, fault.pos[0]).split('\n').length}`);
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return undefined;
  if (!isMap(root) || root.flow === true) throw new UnreadableText('it is written in a form that is not edited here');
  return root.items.find((entry) => nameOf(entry) === holder);
}

function blocksOf(entry: Entry | undefined, holder: string): readonly Entry[] {
  const value = entry?.value;
  if (value === undefined || value === null || (isScalar(value) && value.value === null)) return [];
  if (!isMap(value) || (value.flow === true && value.items.length > 0))
    throw new UnreadableText(`${holder} is written in a form that is not edited here`);
  return value.items;
}

const nameOf = ({ key }: Entry): unknown => (isScalar(key) ? key.value : undefined);

/** Where the last value of an entry ends. The ranges of collections reach over comments that follow, and are not used. */
function contentEnd({ key, value }: Entry, text?: string): number {
  const end = value === null ? key.range[1] : valueEnd(value);
  return text === undefined ? end : text.slice(0, end).trimEnd().length;
}

function valueEnd(node: ParsedNode): number {
  if (!isCollection(node) || node.flow === true) return node.range[1];
  const last = node.items.at(-1);
  if (last === undefined) return node.range[1];
  return 'key' in last ? contentEnd(last) : valueEnd(last);
}

/** The lines of an entry, from the one with its name to the one on which its last value ends. */
const linesOf = (entry: Entry, text: string): { start: number; end: number } => ({
  start: lineStart(text, entry.key.range[0]),
  end: lineAfter(text, contentEnd(entry, text)),
});

/** Behind the last line of an entry and the indented comments that follow it. */
function placeBehind(entry: Entry, text: string): { start: number; end: number } {
  let place = linesOf(entry, text).end;
  while (/^[ ]+#/.test(text.slice(place, place + 200))) place = lineAfter(text, place);
  return { start: place, end: place };
}

const lineStart = (text: string, place: number): number => text.lastIndexOf('\n', place - 1) + 1;

function lineAfter(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  return end === -1 ? text.length : end + 1;
}

const cutEmpty = (text: string, [start, end]: readonly [number, number, number]): string =>
  text.slice(0, start).trimEnd() + text.slice(end);

const ended = (text: string, lineEnd: string): string => (text === '' || text.endsWith('\n') ? text : text + lineEnd);
