import { isDeepStrictEqual } from 'node:util';
import { type Edit, type Node, applyEdits } from 'jsonc-parser';
import type { ConfigTable, ConfigValue } from '#contract/clients/client.ts';
import { isTable } from '#contract/clients/render-entry.ts';
import { commaAfter, endOf, memberOf, propertyOf, readJsonc, valueOf } from './read-jsonc.ts';
import { UnreadableText } from './unreadable-text.ts';

type Path = readonly string[];

const isList = (value: ConfigValue): value is readonly ConfigValue[] => Array.isArray(value);

/**
 * Puts the entry into the text and leaves everything else where it stands, comments too. Tables are joined name by
 * name; in a list the item with the same id is replaced.
 *
 * The parser's places say where to edit. The edits are made here, because those of `modify` put a new member before the
 * comment of the last one, take the comment before a removed member along, and join the items of `[1, 2]` when the last
 * is removed.
 */
export function mergeJsonc(text: string, entry: ConfigTable): string {
  const unit = unitOf(text);
  const write = (value: ConfigValue, depth: number) =>
    JSON.stringify(value, null, unit).replaceAll('\n', `${lineEndOf(text)}${unit.repeat(depth)}`);

  const mergeTable = (before: string, path: Path, table: ConfigTable): string =>
    Object.entries(table).reduce((now, [key, value]) => merge(now, [...path, key], value), before);

  const merge = (now: string, path: Path, value: ConfigValue): string => {
    const found = nodeAt(now, path);
    if (found === undefined) return addMember(now, path, value);
    if (isDeepStrictEqual(valueOf(found), value)) return now;
    if (isTable(value) && found.type === 'object' && !isOtherKind(found, value)) return mergeTable(now, path, value);
    // The words of a command are one thing; any other list holds what others put there, too.
    if (isList(value) && found.type === 'array' && path.at(-1) !== 'args')
      return value.reduce<string>((before, item) => mergeItem(before, path, item), now);
    // A whole table where somebody wrote one word for all of it: their word is not ours to change.
    if (isTable(value) && found.type !== 'object' && valueOf(found) !== null)
      throw new UnreadableText(`${path.join('.')} is written in a form that is not edited here`);
    return applyEdits(now, [replace(found, write(value, path.length))]);
  };

  const mergeItem = (now: string, path: Path, item: ConfigValue): string => {
    const list = nodeAt(now, path);
    if (list?.type !== 'array') return now;
    const same = list.children?.find((each) => isSameItem(valueOf(each), item));
    const written = write(item, path.length + 1);
    if (same !== undefined)
      return isDeepStrictEqual(valueOf(same), item) ? now : applyEdits(now, [replace(same, written)]);
    return insert(now, list, written, unit.repeat(path.length), unit);
  };

  const addMember = (now: string, path: Path, value: ConfigValue): string => {
    const holder = nodeAt(now, path.slice(0, -1));
    if (holder?.type !== 'object') throw new UnreadableText('it does not hold an object');
    const written = `${JSON.stringify(path.at(-1))}: ${write(value, path.length)}`;
    return insert(now, holder, written, unit.repeat(path.length - 1), unit);
  };

  return mergeTable(text, [], entry);
}

/** A server that is started as a program cannot also be reached at an address: such an entry is replaced as a whole. */
const isOtherKind = (found: Node, value: ConfigTable): boolean =>
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
    if (isTable(value) && Object.keys(value).length > 0 && found.type === 'object')
      return dropEmpty(
        Object.entries(value).reduce((text_, [key, inner]) => remove(text_, [...path, key], inner), now),
        path,
      );
    if (isList(value) && found.type === 'array')
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
  const member = holder === undefined ? undefined : propertyOf(holder, path.at(-1) ?? '');
  return holder === undefined || member === undefined ? text : cut(text, holder, member);
}

function removeItem(text: string, path: Path, item: ConfigValue): string {
  const list = nodeAt(text, path);
  if (list?.type !== 'array') return text;
  const found = list.children?.find((each) => isSameItem(valueOf(each), item));
  return found === undefined ? text : cut(text, list, found);
}

/** From what is taken out to what follows it. The last one takes the comma before it along, unless it has one behind. */
function cut(text: string, holder: Node, child: Node): string {
  const siblings = holder.children ?? [];
  const at = siblings.indexOf(child);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  if (after !== undefined) return applyEdits(text, [remove(child.offset, after.offset)]);
  if (before === undefined) return applyEdits(text, [remove(holder.offset + 1, endOf(holder) - 1)]);
  const ownComma = commaAfter(text, endOf(child));
  const commaBefore = commaAfter(text, endOf(before));
  const blank = text.slice(endOf(before), child.offset).trimEnd().length + endOf(before);
  const edits = [remove(blank, ownComma ?? endOf(child))];
  if (ownComma === undefined && commaBefore !== undefined) edits.push(remove(commaBefore - 1, commaBefore));
  return applyEdits(text, edits);
}

function dropEmpty(text: string, path: Path): string {
  const left = nodeAt(text, path);
  return left?.children?.length === 0 ? removeMember(text, path) : text;
}

/**
 * Before the closing bracket, behind whatever comments stand there; the comma goes where the last value ends. Where the
 * last value has a comma already, the new one gets one, too.
 */
function insert(text: string, holder: Node, written: string, indent: string, unit: string): string {
  const close = endOf(holder) - 1;
  const bodyEnd = text.slice(0, close).trimEnd().length;
  const isOwnLine = text.slice(bodyEnd, close).includes('\n');
  const lineEnd = lineEndOf(text);
  const last = holder.children?.at(-1);
  const hasComma = last !== undefined && commaAfter(text, endOf(last)) !== undefined;
  const added: Edit = {
    offset: bodyEnd,
    length: isOwnLine ? 0 : close - bodyEnd,
    content: `${lineEnd}${indent}${unit}${written}${hasComma ? ',' : ''}${isOwnLine ? '' : `${lineEnd}${indent}`}`,
  };
  const comma: Edit[] = last === undefined || hasComma ? [] : [{ offset: endOf(last), length: 0, content: ',' }];
  return applyEdits(text, [...comma, added]);
}

function nodeAt(text: string, path: Path): Node | undefined {
  let node: Node | undefined = readJsonc(text);
  for (const key of path) node = node === undefined ? undefined : memberOf(node, key);
  return node;
}

const replace = ({ offset, length }: Node, content: string): Edit => ({ offset, length, content });
const remove = (start: number, end: number): Edit => ({ offset: start, length: end - start, content: '' });

const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** The file's own indentation: what its least indented line has. */
const unitOf = (text: string): string =>
  [...text.matchAll(/^([ \t]+)\S/gm)].map(([, space = '']) => space).toSorted((a, b) => a.length - b.length)[0] ?? '  ';
