import type { CST } from 'yaml';

export type Item = CST.CollectionItem & { explicitKey?: true };

/**
 * Where the first fault of a text stands, of those that the parser of the syntax lets pass and that make it unclear what
 * belongs to what. Without recursion, for nesting has no bound.
 */
export function findFault(tokens: readonly CST.Token[], text: string): number | undefined {
  const left = tokens.toReversed();
  for (let token = left.pop(); token !== undefined; token = left.pop()) {
    if (isBroken(token, text)) return placeOfFault(token, text);
    for (const part of partsOf(token).toReversed()) left.push(part);
  }
  return undefined;
}

function isBroken(token: CST.Token, text: string): boolean {
  if (token.type === 'error') return true;
  // Both signs are kept for later versions of YAML.
  if (token.type === 'scalar') return /^[@`]/.test(token.source);
  if (token.type === 'single-quoted-scalar') return !/^'(?:''|[^'])*'$/.test(token.source);
  if (token.type === 'double-quoted-scalar') return !/^"(?:\\[^]|[^"\\])*"$/.test(token.source);
  if (token.type === 'flow-collection') return token.end[0]?.type !== END_OF[token.start.source];
  // A tab is no indentation.
  if (token.type === 'space') return token.source.includes('\t') && isFirstInLine(token, text);
  return token.type === 'block-map' && token.items.some((item: Item) => isBrokenItem(item));
}

const END_OF: Record<string, CST.TokenType> = { '[': 'flow-seq-end', '{': 'flow-map-end' };

const isFirstInLine = ({ offset, source }: CST.SourceToken, text: string): boolean =>
  readIndent(text, offset).length === offset - lineStart(text, offset) &&
  /^[^\s#]/.test(text.slice(offset + source.length));

/** A key of several lines or without a colon, or a map that begins on the line of its name. */
function isBrokenItem({ key, sep = [], value, explicitKey }: Item): boolean {
  if (key !== undefined && key !== null && 'source' in key && key.source.includes('\n')) return true;
  if (explicitKey === true) return false;
  if (key !== undefined && !sep.some(({ type }) => type === 'map-value-ind')) return true;
  return value?.type === 'block-map' && !sep.some(({ type }) => type === 'newline');
}

/** What is left open is missed at the end of the text. */
function placeOfFault(token: CST.Token, text: string): number {
  if (token.type === 'flow-collection' || token.type.endsWith('quoted-scalar')) return text.length;
  if (token.type !== 'block-map') return token.offset;
  const broken = token.items.find((item: Item) => isBrokenItem(item));
  return broken?.value?.offset ?? broken?.key?.offset ?? token.offset;
}

function partsOf(token: CST.Token): CST.Token[] {
  const parts: CST.Token[] = [];
  if ('start' in token) parts.push(...[token.start].flat());
  if ('props' in token) parts.push(...token.props);
  if ('items' in token) for (const item of token.items) parts.push(...partsOfItem(item));
  if ('value' in token && token.value !== undefined) parts.push(token.value);
  if ('end' in token && token.end !== undefined) parts.push(...token.end);
  return parts;
}

export const partsOfItem = ({ start, key, sep = [], value }: Item): CST.Token[] =>
  [...start, key, ...sep, value].filter((part) => part !== undefined && part !== null);

export const isTrivia = ({ type }: CST.Token): boolean =>
  type === 'space' || type === 'newline' || type === 'comment' || type === 'byte-order-mark';

export const lineStart = (text: string, place: number): number => text.lastIndexOf('\n', place - 1) + 1;

/** The blanks at the head of the line, as far as the place. */
export const readIndent = (text: string, place: number): string =>
  /^\s*/.exec(text.slice(lineStart(text, place), place))?.[0] ?? '';
