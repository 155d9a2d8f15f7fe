import { type CST, Parser } from 'yaml';
import { type Item, findFault, isTrivia, partsOfItem, readIndent } from './find-yaml-fault.ts';
import { UnreadableText } from './unreadable-text.ts';

/** A name of a block map with its value, and where both stand in the text. */
export interface YamlEntry {
  /** undefined where the key is no text. */
  name: string | undefined;
  keyStart: number;
  keyEnd: number;
  /** What stands before the name, which is the same for all entries of a map. */
  indent: string;
  value: CST.Token | undefined;
  /** Where the last value in it ends; comments that follow do not count. */
  end: number;
}

/**
 * The entries of a YAML text that is one block map; none for an empty text. Only the library's parser of the syntax is
 * used: the other three quarters of it, which make values, would be a quarter of the command line. So the faults that those
 * would find and that matter to an edit are looked for here.
 */
export function readYaml(text: string): YamlEntry[] {
  const tokens = [...new Parser().parse(text)];
  const place = findFault(tokens, text);
  if (place !== undefined) throw faultAt(text, place);
  const [document, second] = tokens.filter((token) => token.type === 'document');
  if (second !== undefined) throw faultAt(text, second.offset);
  // Directives, an end mark and a table that is indented as a whole: text behind them would not belong to the table.
  if (tokens.some((token) => token.type !== 'document' && !isTrivia(token))) throw otherForm('it');
  const root = document?.value;
  if (root === undefined && document?.start.every((token) => isTrivia(token) || token.type === 'doc-start') !== false)
    return [];
  if (root?.type !== 'block-map' || root.indent > 0) throw otherForm('it');
  return readEntries(root, text);
}

export function readEntries(map: CST.BlockMap, text: string): YamlEntry[] {
  const names = new Set<string>();
  const indents = new Set<string>();
  return map.items.flatMap((item: Item): YamlEntry[] => {
    const { key, sep, value } = item;
    if (key === undefined && sep === undefined) return [];
    if (key === undefined || key === null) throw faultAt(text, sep?.[0]?.offset ?? map.offset);
    const name = readName(key, text);
    const indent = readIndent(text, key.offset);
    indents.add(indent);
    if (indents.size > 1 || (name !== undefined && names.has(name))) throw faultAt(text, key.offset);
    if (name !== undefined) names.add(name);
    return [{ name, keyStart: key.offset, keyEnd: endOf(key), indent, value, end: endOfItem(item, key) }];
  });
}

export const otherForm = (what: string): UnreadableText =>
  new UnreadableText(`${what} is written in a form that is not edited here`);

const faultAt = (text: string, place: number): UnreadableText =>
  new UnreadableText(`line ${text.slice(0, place).split('\n').length}`);

/** A key that is written as YAML alone can, such as "\x61", is none that programs write. */
function readName(key: CST.Token, text: string): string | undefined {
  if (key.type === 'scalar') return key.source;
  if (key.type === 'single-quoted-scalar') return key.source.slice(1, -1).replaceAll("''", "'");
  if (key.type !== 'double-quoted-scalar') return undefined;
  try {
    return String(JSON.parse(key.source));
  } catch {
    throw faultAt(text, key.offset);
  }
}

function endOf(token: CST.Token): number {
  let last = token;
  while (last.type === 'block-map' || last.type === 'block-seq') {
    const inside = last.items
      .flatMap((item: Item) => partsOfItem(item))
      .filter((part) => !isTrivia(part))
      .at(-1);
    if (inside === undefined) break;
    last = inside;
  }
  if (last.type === 'flow-collection') return endOf(last.end[0] ?? last.start);
  if (last.type === 'block-scalar')
    return (last.props.at(-1)?.offset ?? 0) + lengthOf(last.props.at(-1)) + last.source.length;
  return last.offset + lengthOf(last);
}

const lengthOf = (token: CST.Token | undefined): number =>
  token !== undefined && 'source' in token ? token.source.length : 0;

const endOfItem = (item: Item, key: CST.Token): number =>
  endOf(partsOfItem(item).findLast((part) => !isTrivia(part)) ?? key);
