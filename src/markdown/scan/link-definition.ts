import type { Characters } from './characters.ts';
import { COLON, LINE_FEED, OPEN_SQUARE, isBlank, isSpace } from './codes.ts';
import { type Span, scanAddress, scanLabel, scanTitle } from './link-parts.ts';

interface DefinitionSpans {
  label: Span;
  address: Span;
  title: Span | null;
  /** Where the line behind it begins. */
  end: number;
}

/** The link reference definitions at the head of a paragraph, each of which fills its lines. */
export function scanDefinitions(chars: Characters): DefinitionSpans[] {
  const found: DefinitionSpans[] = [];
  for (let at = 0; at < chars.length && chars.code(at) === OPEN_SQUARE;) {
    const next = scanDefinition(chars, at);
    if (next === null) break;
    found.push(next);
    at = next.end;
  }
  return found;
}

/** `[label]: address "title"` */
function scanDefinition(chars: Characters, at: number): DefinitionSpans | null {
  const label = scanLabel(chars, at);
  if (label === null || chars.code(label.end) !== COLON) return null;
  const from = chars.skip(label.end + 1, isSpace);
  const address = from < chars.length ? scanAddress(chars, from) : null;
  if (address === null) return null;
  const gap = chars.skip(address.end, isSpace);
  const title = gap > address.end ? scanTitle(chars, gap) : null;
  const afterTitle = title === null ? -1 : endOfLine(chars, title.end);
  if (afterTitle >= 0) return { label, address, title, end: afterTitle };
  const afterAddress = endOfLine(chars, address.end);
  return afterAddress < 0 ? null : { label, address, title: null, end: afterAddress };
}

/** The beginning of the next line when nothing but spaces stands before it, else -1. */
function endOfLine(chars: Characters, at: number): number {
  const end = chars.skip(at, isBlank);
  if (end >= chars.length) return end;
  return chars.code(end) === LINE_FEED ? end + 1 : -1;
}
