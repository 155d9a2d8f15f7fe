import { type Node, type ParseError, createScanner, parseTree } from 'jsonc-parser';
import { UnreadableText } from './unreadable-text.ts';

/** The parser calls itself for each level: a file nested deeper than any client writes would overflow the stack. */
const DEPTH_MAX = 200;

/** Reads JSON with comments and trailing commas, as editors and agents write it. */
export function readJsonc(text: string): Node {
  requireShallow(text);
  const errors: ParseError[] = [];
  const root = parseTree(readable(text), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined || root === undefined)
    throw new UnreadableText(`line ${text.slice(0, first?.offset).split('\n').length}`);
  return root;
}

/** A byte order mark counts as a blank: every place in the text stays where it is. */
const readable = (text: string): string => text.replace(/^\uFEFF/, ' ');

function requireShallow(text: string): void {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let end = 0; end < text.length; end = scanner.getTokenOffset() + scanner.getTokenLength()) {
    scanner.scan();
    const token = text[scanner.getTokenOffset()];
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth > DEPTH_MAX) throw new UnreadableText('it is nested too deep');
  }
}

export const endOf = (node: Node): number => node.offset + node.length;

/** Where a comma ends that follows this place, behind blanks and comments; undefined when something else follows. */
export function commaAfter(text: string, place: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(place);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() + 1 : undefined;
}

/** What a client makes of it: of a name that stands there twice, the last counts. */
export function valueOf(node: Node): unknown {
  if (node.type === 'array') return node.children?.map(valueOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    (node.children ?? []).map(({ children: [key, value] = [] }) => [key?.value, value && valueOf(value)]),
  );
}

/** The last member of this name, key and value together. */
export const propertyOf = (node: Node, key: string): Node | undefined =>
  node.type === 'object' ? node.children?.findLast(({ children }) => children?.[0]?.value === key) : undefined;

export const memberOf = (node: Node, key: string): Node | undefined => propertyOf(node, key)?.children?.[1];
