import { isAlias, isMap, isNode, isScalar, isSeq, parseDocument, type Node, type ParsedNode, type Scalar } from 'yaml';
import { clip, oneLine } from './import-text.ts';

export type FieldValue = string | string[];

export interface YamlFields {
  fields: ReadonlyMap<string, FieldValue>;
  /** What a person should know, in sentences that name the line. */
  remarks: readonly string[];
}

/** A top-level name with its value, as the text holds it. */
interface Entry {
  name: string;
  value: FieldValue;
  line: number;
  alias: string | undefined;
}

/** An entry and the lines that belong to it. */
interface Chunk {
  text: string;
  line: number;
}

/** `@name` without quotes: not YAML, but Backlog.md takes it, and the parser reads it as the text it is. */
const TOLERATED = 'BAD_SCALAR_START';
const entryStart = /^(?:[\w.-]+|"[^"]*"|'[^']*')\s*:(?:\s|$)/;
const belongsToEntry = /^(?:\s|$|-(?:\s|$))/;

/**
 * The top-level fields of a YAML text, as text or lists of text: a date or a version number stays what was written.
 * Values are taken from the syntax tree, so that aliases are never expanded and tags never applied. The caller bounds
 * the size of the text. `firstLine` is the number that its first line has in the file.
 */
export function readYamlFields(text: string, firstLine: number): YamlFields {
  const { entries, remarks } = readWhole(text, firstLine) ?? readByEntry(text, firstLine);
  const fields = new Map<string, FieldValue>();
  for (const { name, value, line, alias } of entries) {
    if (alias !== undefined)
      remarks.set('alias', `line ${line} refers to another value (${clip(alias)}), which is not followed`);
    if (fields.has(name)) remarks.set('twice', `line ${line} has the field ${clip(name)} again; the last one counts`);
    if (name !== '') fields.set(name, value);
  }
  return { fields, remarks: [...remarks.values()] };
}

/** One sentence for each kind of fault: a file of nothing but faults does not fill the report. */
interface Entries {
  entries: Entry[];
  remarks: Map<'alias' | 'twice' | 'not YAML', string>;
}

function readWhole(text: string, firstLine: number): Entries | undefined {
  const root = parse(text);
  if (root === 'faulty') return undefined;
  const remarks: Entries['remarks'] = new Map();
  if (root === null || (isScalar(root) && root.value === null)) return { entries: [], remarks };
  if (!isMap(root)) return undefined;
  return { entries: entriesOf(root, text, firstLine), remarks };
}

/** Where the text as a whole is not YAML, each entry is read by itself, and one that is not YAML is taken as written. */
function readByEntry(text: string, firstLine: number): Entries {
  const remarks: Entries['remarks'] = new Map();
  const { chunks, strayLine } = splitEntries(text, firstLine);
  if (strayLine !== undefined) remarks.set('not YAML', `line ${strayLine} is not YAML and is left out`);
  const entries = chunks.flatMap((chunk) => {
    const root = parse(chunk.text);
    if (root !== 'faulty' && isMap(root)) return entriesOf(root, chunk.text, chunk.line);
    remarks.set('not YAML', `line ${chunk.line} is not YAML; its text came in as it is written`);
    return [asWritten(chunk)];
  });
  return { entries, remarks };
}

function parse(text: string): ParsedNode | 'faulty' | null {
  // Names that stand there twice are found by readYamlFields: the parser compares each name with all before it.
  const document = parseDocument(text, { schema: 'core', uniqueKeys: false, prettyErrors: false });
  return document.errors.every(({ code }) => code === TOLERATED) ? document.contents : 'faulty';
}

function entriesOf(root: ParsedNode, text: string, firstLine: number): Entry[] {
  if (!isMap(root)) return [];
  let line = firstLine;
  let at = 0;
  return root.items.map(({ key, value }) => {
    const start = isNode(key) ? (key.range?.[0] ?? at) : at;
    for (; at < start; at += 1) if (text[at] === '\n') line += 1;
    return { name: textOf(key, text), value: valueOf(value, text), line, alias: aliasIn(value) };
  });
}

function valueOf(node: unknown, text: string): FieldValue {
  if (!isSeq(node)) return textOf(node, text);
  return node.items.map((item) => textOf(item, text)).filter((item) => item !== '');
}

/** A scalar's text; anything else as it is written, in one line. */
function textOf(node: unknown, text: string): string {
  if (isScalar(node)) return scalarText(node);
  return isNode(node) ? oneLine(text.slice(...spanOf(node))) : '';
}

function scalarText({ value, source, type }: Scalar): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return source ?? '';
  return type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED' ? value.trim() : value;
}

const spanOf = (node: Node): [number, number] => [node.range?.[0] ?? 0, node.range?.[1] ?? 0];

function aliasIn(value: unknown): string | undefined {
  const alias = isSeq(value) ? value.items.find((item) => isAlias(item)) : value;
  return isAlias(alias) ? `*${alias.source}` : undefined;
}

function splitEntries(text: string, firstLine: number): { chunks: Chunk[]; strayLine: number | undefined } {
  const chunks: { lines: string[]; line: number }[] = [];
  let strayLine: number | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    if (entryStart.test(line)) chunks.push({ lines: [line], line: firstLine + index });
    else if (belongsToEntry.test(line) && chunks.length > 0) chunks.at(-1)?.lines.push(line);
    else if (line.trim() !== '' && !line.startsWith('#')) strayLine ??= firstLine + index;
  }
  return { chunks: chunks.map(({ lines, line }) => ({ text: lines.join('\n'), line })), strayLine };
}

function asWritten({ text, line }: Chunk): Entry {
  const name = (/^(?:"[^"]*"|'[^']*'|[^:]*)/.exec(text)?.[0] ?? '').trim();
  const rest = text.slice(text.indexOf(':', name.length) + 1).split('\n');
  const value = rest.map((part) => part.trim()).filter((part) => part !== '');
  return { name: name.replaceAll(/^["']|["']$/g, ''), value: value.join(' '), line, alias: undefined };
}
