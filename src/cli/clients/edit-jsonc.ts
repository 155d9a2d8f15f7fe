import { isDeepStrictEqual } from 'node:util';
import type { ConfigTable, ConfigValue } from '#contract/agent-configs.ts';
import { type JsonNode, UnreadableText, memberOf, readJsonc, valueOf } from './read-jsonc.ts';

type Path = readonly string[];

const isTable = (value: ConfigValue): value is ConfigTable => typeof value === 'object' && !Array.isArray(value);
const isList = (value: ConfigValue): value is readonly ConfigValue[] => Array.isArray(value);

/**
 * Puts the entry into the text and leaves everything else where it stands, comments too. Tables are joined name by
 * name; in a list the item with the same id is replaced.
 */
export function mergeJsonc(text: string, entry: ConfigTable): string {
  const unit = unitOf(text);
  const write = (value: ConfigValue, depth: number) =>
    JSON.stringify(value, null, unit).replaceAll('\n', `\n${unit.repeat(depth)}`);

  const mergeTable = (before: string, path: Path, table: ConfigTable): string =>
    Object.entries(table).reduce((now, [key, value]) => merge(now, [...path, key], value), before);

  const merge = (now: string, path: Path, value: ConfigValue): string => {
    const found = nodeAt(now, path);
    if (found === undefined) return addMember(now, path, value);
    if (isDeepStrictEqual(valueOf(found), value)) return now;
    if (isTable(value) && found.kind === 'object' && !isOtherKind(found, value)) return mergeTable(now, path, value);
    if (isList(value) && found.kind === 'array')
      return value.reduce<string>((before, item) => mergeItem(before, path, item), now);
    return splice(now, found.start, found.end, write(value, path.length));
  };

  const mergeItem = (now: string, path: Path, item: ConfigValue): string => {
    const list = nodeAt(now, path);
    if (list?.kind !== 'array') return now;
    const same = list.items.find((each) => isSameItem(valueOf(each), item));
    const written = write(item, path.length + 1);
    if (same !== undefined)
      return isDeepStrictEqual(valueOf(same), item) ? now : splice(now, same.start, same.end, written);
    const last = list.items.at(-1);
    return insert({ text: now, node: list, last, needsComma: !list.hasTrailingComma }, written, unit, path.length);
  };

  const addMember = (now: string, path: Path, value: ConfigValue): string => {
    const holder = nodeAt(now, path.slice(0, -1));
    if (holder?.kind !== 'object') throw new UnreadableText('it does not hold an object');
    const last = holder.members.at(-1);
    const written = `${JSON.stringify(path.at(-1))}: ${write(value, path.length)}`;
    const edit = { text: now, node: holder, last: last?.value, needsComma: last?.hasComma === false };
    return insert(edit, written, unit, path.length - 1);
  };

  return mergeTable(text, [], entry);
}

/** A server that is started as a program cannot also be reached at an address: such an entry is replaced as a whole. */
const isOtherKind = (found: JsonNode, value: ConfigTable): boolean =>
  memberOf(found, 'command') !== undefined && value['command'] === undefined;

const isSameItem = (there: unknown, item: ConfigValue): boolean => {
  const id = isTable(item) ? item['id'] : undefined;
  return isDeepStrictEqual(there, item) || (id !== undefined && (there as { id?: unknown } | null)?.id === id);
};

interface Edit {
  text: string;
  node: JsonNode;
  last: JsonNode | undefined;
  needsComma: boolean;
}

/** Before the closing bracket, behind whatever comments stand there; the comma goes where the last value ends. */
function insert({ text, node, last, needsComma }: Edit, written: string, unit: string, depth: number): string {
  const close = node.end - 1;
  const body = text.slice(0, close).trimEnd();
  const isOwnLine = text.slice(body.length, close).includes('\n');
  const after = isOwnLine ? text.slice(body.length) : `\n${unit.repeat(depth)}${text.slice(close)}`;
  const before = needsComma && last !== undefined ? splice(body, last.end, last.end, ',') : body;
  return `${before}\n${unit.repeat(depth + 1)}${written}${after}`;
}

function nodeAt(text: string, path: Path): JsonNode | undefined {
  let node: JsonNode | undefined = readJsonc(text);
  for (const key of path) node = node === undefined ? undefined : memberOf(node, key);
  return node;
}

const splice = (text: string, start: number, end: number, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

/** The file's own indentation: what its least indented line has. */
const unitOf = (text: string): string =>
  [...text.matchAll(/^([ \t]+)\S/gm)].map(([, space = '']) => space).toSorted((a, b) => a.length - b.length)[0] ?? '  ';
