import type { Doc } from '../reading/document.ts';
import { squeeze } from '../reading/split-sentences.ts';
import type { Piece } from './outline.ts';

const WAITS =
  /(?:depends? on|dependent on|dependenc(?:y|ies)|requires?|blocked by|prerequisites?|builds? on|after|follows|hängt ab von|abhängig von|nach|dépend de|après|depende de|después de|depois de|zależy od|bağlı|зависит от|依赖|依賴|需先完成|依存)\s*[:：]?\s*((?:(?:story|feature|epic|task|us|fr|phase)?\s*#?[A-Z]{0,8}[-_. ]?\d{1,4}(?:\.\d{1,3})*(?:\s*(?:,|&|and|und|et|y|e|、)\s*)?){1,6})/giu;
const ID = /[A-Z]{1,8}[-_.]?\d{1,5}(?:\.\d{1,3})*/giu;
const CODE_NAME = /`([\p{L}_][\p{L}\p{N}_]{2,40})`/gu;
const NAMED_MAX = 3;
/** Dependencies are mentioned near the beginning, if at all; bounds the work. */
const TEXT_MAX = 20_000;
const NODES_MAX = 200;

/**
 * Dependencies by index: only those the document states by id, or through its data model. Never on a later task, so
 * there are no cycles.
 */
export function linkPieces(doc: Doc, pieces: readonly Piece[]): Map<number, number[]> {
  const edges = new Map<number, Set<number>>();
  const add = (from: number, to: number) => {
    // Against document order a phrase is more likely misread.
    if (to >= from) return;
    const own = edges.get(from);
    if (own === undefined) edges.set(from, new Set([to]));
    else own.add(to);
  };
  const byId = new Map<string, number>();
  for (const [i, { section, checks }] of pieces.entries())
    for (const id of [section.id, ...checks.map(({ check }) => check.authorId)])
      if (id !== null && !byId.has(fold(id))) byId.set(fold(id), i);
  for (const [i, piece] of pieces.entries()) for (const id of waitsOf(doc, piece)) add(i, byId.get(id) ?? i);
  const defined = definedIn(doc, pieces);
  if (defined.size > 0)
    for (const [i, piece] of pieces.entries()) {
      if (piece.bucket === 'first') continue;
      for (const to of [...new Set(namesIn(rawOf(doc, piece)).flatMap((name) => defined.get(name) ?? []))].slice(
        0,
        NAMED_MAX,
      ))
        add(i, to);
    }
  return new Map([...edges].map(([from, to]) => [from, [...to]]));
}

const fold = (id: string) => id.toUpperCase().replace(/[-_. #]/gu, '');

/** Its checks' source lines, each once: many sentences may share one line. */
function rawOf(doc: Doc, { checks }: Piece): string {
  const raw: string[] = [];
  let length = 0;
  let next = 0;
  for (const { check } of checks) {
    for (let at = check.start === next ? next + 1 : check.start; at <= check.end && length < TEXT_MAX; at += 1) {
      const line = (doc.lines[at - 1] ?? '').slice(0, TEXT_MAX);
      raw.push(line);
      length += line.length + 1;
    }
    next = check.end;
  }
  return raw.join('\n');
}

function waitsOf(doc: Doc, piece: Piece): string[] {
  const { section } = piece;
  const own = section.nodes
    .slice(0, NODES_MAX)
    .filter(({ kind }) => kind === 'paragraph' || kind === 'label' || kind === 'item')
    .map(({ text }) => text.slice(0, TEXT_MAX));
  const text = [...own, squeeze(rawOf(doc, piece))].join('\n').slice(0, TEXT_MAX);
  return [...text.matchAll(WAITS)].flatMap((found) => [...(found[1] ?? '').matchAll(ID)].map(([id]) => fold(id)));
}

/** Names in code font that the data model introduces: in its headings, labels and the first cell of a row. */
function definedIn(doc: Doc, pieces: readonly Piece[]): Map<string, number> {
  const defined = new Map<string, number>();
  for (const [i, piece] of pieces.entries()) {
    if (piece.bucket !== 'first') continue;
    const lines = [...new Set(piece.checks.map(({ check }) => check.section))].flatMap((section) => [
      doc.lines[section.start - 1] ?? '',
      ...section.nodes.filter(({ kind }) => kind === 'label').map(({ start }) => doc.lines[start - 1] ?? ''),
    ]);
    for (const name of namesIn(lines.join('\n'))) if (!defined.has(name)) defined.set(name, i);
  }
  return defined;
}

const namesIn = (text: string): string[] =>
  [...text.matchAll(CODE_NAME)].map((found) => (found[1] ?? '').toLowerCase());
