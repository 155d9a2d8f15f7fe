import type { ConfigTable } from '#contract/clients/client.ts';
import { isTable, renderYaml } from '#contract/clients/render-entry.ts';
import { lineStart } from './find-yaml-fault.ts';
import { type YamlEntry, otherForm, readEntries, readYaml } from './read-yaml.ts';

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
  const block = blocksOf(findHolder(text, holder), text).find((each) => each.name === name);
  if (block === undefined) return undefined;
  const start = block.value === undefined ? block.end : startOf(block.value);
  const isSameLine = lineStart(text, start) === lineStart(text, block.keyStart);
  return text.slice(isSameLine ? start : lineStart(text, start), contentEnd(block, text));
}

export function removeYamlBlock(text: string, [holder = '', name = '']: readonly string[]): string {
  const found = findHolder(text, holder);
  const blocks = blocksOf(found, text);
  const block = blocks.find((each) => each.name === name);
  if (found === undefined || block === undefined) return text;
  const { start, end } = linesOf(block, text);
  const left = text.slice(0, start) + text.slice(end);
  if (blocks.length > 1) return left;
  const colon = text.indexOf(':', found.keyEnd) + 1;
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

  const blocks = blocksOf(found, text);
  const [first] = blocks;
  if (first === undefined) {
    const head = cutEmpty(text, found);
    const place = lineAfter(head, found.keyEnd);
    return `${ended(head.slice(0, place), lineEnd)}${write({ [name]: block }, '  ')}${head.slice(place)}`;
  }
  const written = write({ [name]: block }, first.indent);
  const older = blocks.find((each) => each.name === name);
  const { start, end } = older === undefined ? placeBehind(found, text) : linesOf(older, text);
  return `${ended(text.slice(0, start), lineEnd)}${written}${text.slice(end)}`;
}

const findHolder = (text: string, holder: string): YamlEntry | undefined =>
  readYaml(text).find(({ name }) => name === holder);

function blocksOf(entry: YamlEntry | undefined, text: string): readonly YamlEntry[] {
  const value = entry?.value;
  if (entry === undefined || isNothing(entry)) return [];
  if (value?.type !== 'block-map') throw otherForm(entry.name ?? 'it');
  return readEntries(value, text);
}

/** No value, one of the words for it, or an empty table. */
const isNothing = ({ value }: YamlEntry): boolean =>
  value === undefined ||
  (value.type === 'scalar' && /^(?:null|Null|NULL|~|)$/.test(value.source)) ||
  (value.type === 'flow-collection' && value.start.source === '{' && value.items.length === 0);

const startOf = (value: NonNullable<YamlEntry['value']>): number =>
  value.type === 'block-map' ? (value.items[0]?.key?.offset ?? value.offset) : value.offset;

const contentEnd = ({ end }: YamlEntry, text: string): number => text.slice(0, end).trimEnd().length;

/** The lines of an entry, from the one with its name to the one on which its last value ends. */
const linesOf = (entry: YamlEntry, text: string): { start: number; end: number } => ({
  start: lineStart(text, entry.keyStart),
  end: lineAfter(text, contentEnd(entry, text)),
});

/** Behind the last line of an entry and the indented comments that follow it. */
function placeBehind(entry: YamlEntry, text: string): { start: number; end: number } {
  let place = linesOf(entry, text).end;
  while (/^[ ]+#/.test(text.slice(place, place + 200))) place = lineAfter(text, place);
  return { start: place, end: place };
}

function lineAfter(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  return end === -1 ? text.length : end + 1;
}

/** The text without the value of an entry that has nothing in it. */
const cutEmpty = (text: string, { value, end }: YamlEntry): string =>
  value === undefined ? text : text.slice(0, value.offset).trimEnd() + text.slice(end);

const ended = (text: string, lineEnd: string): string => (text === '' || text.endsWith('\n') ? text : text + lineEnd);
