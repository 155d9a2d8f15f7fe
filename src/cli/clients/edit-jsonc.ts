import { isDeepStrictEqual } from 'node:util';
import type { ConfigTable, ConfigValue } from '#contract/clients/client.ts';
import { isTable } from '#contract/clients/render-entry.ts';
import { type JsonNode, UnreadableText, memberOf, readJsonc, valueOf } from './read-jsonc.ts';

type Path = readonly string[];

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
    // The words of a command are one thing; any other list holds what others put there, too.
    if (isList(value) && found.kind === 'array' && path.at(-1) !== 'args')
      return value.reduce<string>((before, item) => mergeItem(before, path, item), now);
    // A whole table where somebody wrote one word for all of it: their word is not ours to change.
    if (isTable(value) && found.kind !== 'object' && valueOf(found) !== null)
      throw new UnreadableText(`${path.join('.')} is written in a form that is not edited here`);
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
  [PROGRAM, ...ADDRESSES].some((name) => value[name] !== undefined) &&
  (memberOf(found, PROGRAM) !== undefined) !== (value[PROGRAM] !== undefined);
const PROGRAM = 'command';
const ADDRESSES = ['url', 'httpUrl', 'serverUrl'];

/** The same item, or an older form of it: by its id, or by the command of ours that it runs. */
const isSameItem = (there: unknown, item: ConfigValue): boolean => {
  const id = isTable(item) ? item['id'] : undefined;
  const mark = OUR_HOOK.exec(JSON.stringify(item))?.[0];
  return (
    isDeepStrictEqual(there, item) ||
    (id !== undefined && (there as { id?: unknown } | null)?.id === id) ||
    (mark !== undefined && JSON.stringify(there).includes(mark))
  );
};
const OUR_HOOK = /baton (?:prime --hook [a-z]+|hook [a-z]+ [a-z-]+)/;

/** Takes the entry out again: values by their names, items of a list by being the same; a table left empty goes, too. */
export function removeJsonc(text: string, entry: ConfigTable): string {
  const remove = (now: string, path: Path, value: ConfigValue): string => {
    const found = nodeAt(now, path);
    if (found === undefined) return now;
    if (isTable(value) && Object.keys(value).length > 0 && found.kind === 'object')
      return dropEmpty(
        Object.entries(value).reduce((text_, [key, inner]) => remove(text_, [...path, key], inner), now),
        path,
      );
    if (isList(value) && found.kind === 'array')
      return dropEmpty(
        value.reduce<string>((text_, item) => removeItem(text_, path, item), now),
        path,
      );
    return removeMember(now, path);
  };
  return Object.entries(entry).reduce((now, [key, value]) => remove(now, [key], value), text);
}

/** Takes out one name with all that it holds. */
export function removeMember(text: string, path: Path): string {
  const holder = nodeAt(text, path.slice(0, -1));
  if (holder?.kind !== 'object') return text;
  const at = holder.members.findLastIndex(({ key }) => key === path.at(-1));
  const member = holder.members[at];
  if (member === undefined) return text;
  const spans = holder.members.map(({ start, value }) => ({ start, end: value.end }));
  return cut(text, holder, spans, at);
}

function removeItem(text: string, path: Path, item: ConfigValue): string {
  const list = nodeAt(text, path);
  if (list?.kind !== 'array') return text;
  const at = list.items.findIndex((each) => isSameItem(valueOf(each), item));
  return at === -1 ? text : cut(text, list, list.items, at);
}

/** From what is taken out to what follows it. The last one takes the comma before it along, unless it has one behind. */
function cut(text: string, holder: JsonNode, spans: readonly { start: number; end: number }[], at: number): string {
  const [before, span, after] = [spans[at - 1], spans[at], spans[at + 1]];
  if (span === undefined) return text;
  if (after !== undefined) return splice(text, span.start, after.start, '');
  if (before === undefined) return splice(text, holder.start + 1, holder.end - 1, '');
  const comma = /^\s*,/.exec(text.slice(span.end))?.[0] ?? '';
  const between = text.slice(before.end, span.start);
  const kept = comma === '' ? between.replace(FIRST_COMMA, '$1') : between;
  return splice(text, before.end, span.end + comma.length, kept.trimEnd());
}

/** Behind whatever comments stand before it, in which a comma means nothing. */
const FIRST_COMMA = /^((?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*),/;

function dropEmpty(text: string, path: Path): string {
  const left = nodeAt(text, path);
  const isEmpty =
    left?.kind === 'object' ? left.members.length === 0 : left?.kind === 'array' && left.items.length === 0;
  return isEmpty ? removeMember(text, path) : text;
}

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
