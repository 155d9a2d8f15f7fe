/** A value of a JSON text with comments, and where it stands. */
export type JsonNode = { start: number; end: number } & (
  | { kind: 'object'; members: JsonMember[] }
  | { kind: 'array'; items: JsonNode[]; hasTrailingComma: boolean }
  | { kind: 'scalar'; value: unknown }
);
interface JsonMember {
  key: string;
  /** Where its name stands. */
  start: number;
  value: JsonNode;
  /** Whether a comma follows: editors leave one behind the last, too. */
  hasComma: boolean;
}

/** The text is not JSON, not even with comments. */
export class UnreadableText extends Error {}

const SPACE = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/|\uFEFF)*/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const WORD = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const DEPTH_MAX = 200;

/** Reads JSON with comments and trailing commas, as editors and agents write it. */
export function readJsonc(text: string): JsonNode {
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const skip = () => void match(SPACE);
  const fail = (): never => {
    throw new UnreadableText(`line ${text.slice(0, at).split('\n').length}`);
  };
  const take = (character: string): boolean => {
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const readString = (): string => {
    const found = match(STRING) ?? fail();
    try {
      return JSON.parse(found) as string;
    } catch {
      return fail();
    }
  };

  const readMember = (depth: number): JsonMember => {
    const start = at;
    const key = readString();
    skip();
    if (!take(':')) fail();
    const value = readValue(depth + 1);
    skip();
    return { key, start, value, hasComma: take(',') };
  };
  const readItems = (start: number, depth: number): JsonNode => {
    const items: JsonNode[] = [];
    let hasComma = true;
    for (skip(); !take(']'); skip()) {
      if (!hasComma) fail();
      items.push(readValue(depth + 1));
      skip();
      hasComma = take(',');
    }
    return { kind: 'array', items, hasTrailingComma: items.length > 0 && hasComma, start, end: at };
  };
  const readMembers = (start: number, depth: number): JsonNode => {
    const members: JsonMember[] = [];
    for (skip(); !take('}'); skip()) {
      if (members.at(-1)?.hasComma === false) fail();
      members.push(readMember(depth));
    }
    return { kind: 'object', members, start, end: at };
  };
  const readValue = (depth: number): JsonNode => {
    if (depth > DEPTH_MAX) fail();
    skip();
    const start = at;
    if (take('{')) return readMembers(start, depth);
    if (take('[')) return readItems(start, depth);
    const value: unknown = text[at] === '"' ? readString() : JSON.parse(match(WORD) ?? fail());
    return { kind: 'scalar', value, start, end: at };
  };

  const root = readValue(0);
  skip();
  if (at < text.length) fail();
  return root;
}

/** What a client makes of it: of a name that stands there twice, the last counts. */
export function valueOf(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(valueOf);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]));
}

export const memberOf = (node: JsonNode, key: string): JsonNode | undefined =>
  node.kind === 'object' ? node.members.findLast((member) => member.key === key)?.value : undefined;
