import {
  TASK_CHECKS_MAX,
  TASK_CHECK_MAX,
  TASK_DESCRIPTION_MAX,
  TASK_LIST_NAME_MAX,
  TASK_TITLE_MAX,
} from '#contract/constants.ts';
import type { DraftCheck, DraftTask } from '#contract/plan-draft.ts';
import { normaliseText, shortKey } from '../reading/compare-text.ts';
import { type Doc, type Node, type Section, walkSections } from '../reading/document.ts';
import { type Check, cut } from '../reading/find-checks.ts';
import { cutTitle } from './cut-title.ts';
import type { PieceList } from './make-lists.ts';
import type { Piece } from './outline.ts';

const MATERIAL_MAX = 12_000;
const PROSE_MAX = 4_000;
/** More than fits into a description. */
const CODE_MAX = 100;
const LINES_MAX = 2_000;

/** Stable keys from the words, without numbers, so that the next draft of a changed document produces them again. */
export class Keys {
  private readonly taken = new Map<string, number>();

  take(kind: string, words: string): string {
    const key = `${kind}-${shortKey(words)}`;
    const turn = (this.taken.get(key) ?? 0) + 1;
    this.taken.set(key, turn);
    return turn === 1 ? key : `${key}-${turn}`;
  }
}

export const listName = ({ name }: PieceList): string => cut(name, TASK_LIST_NAME_MAX);

/** A task as the contract has it: the author's words, every check with its lines, the rest of its section as material. */
export function writeTask(doc: Doc, piece: Piece, list: { key: string; name: string }, keys: Keys): DraftTask {
  const title = cut(piece.title, TASK_TITLE_MAX);
  const checks = writeChecks(doc, piece, title);
  return {
    key: keys.take('t', `${normaliseText(list.name)}\n${normaliseText(title)}`),
    list: list.key,
    title,
    description: describe(doc, piece),
    checks,
    done: piece.done && piece.checks.length > 0,
    parked: piece.later && !piece.done,
    requirement_ids: [...new Set(piece.checks.flatMap(({ check, also }) => [check.id, ...also.map(({ id }) => id)]))],
    is_enabler: piece.isEnabler,
    prd_lines: linesOf(piece),
    depends_on: [],
  };
}

const keyOf = (text: string) => normaliseText(text) || text;

/** No check repeats the title, and none occurs twice. */
function writeChecks(doc: Doc, { checks }: Piece, title: string): DraftCheck[] {
  const written = new Map<string, DraftCheck>();
  for (const { check, also } of checks) {
    const text = cut(textOf(doc, check, title), TASK_CHECK_MAX);
    const key = keyOf(text);
    if (key === '' || key === keyOf(title)) continue;
    const ids = [check.id, ...also.map(({ id }) => id)];
    const known = written.get(key);
    if (known === undefined) written.set(key, { text, requirement_ids: ids, done: check.done });
    else {
      known.requirement_ids.push(...ids);
      known.done &&= check.done;
    }
  }
  const all = [...written.values()];
  if (all.length <= TASK_CHECKS_MAX) return all;
  const [last, ...rest] = all.slice(TASK_CHECKS_MAX - 1);
  if (last !== undefined) last.requirement_ids = [last, ...rest].flatMap(({ requirement_ids }) => requirement_ids);
  return last === undefined
    ? all
    : [...all.slice(0, TASK_CHECKS_MAX - 1), { ...last, done: last.done && rest.every(({ done }) => done) }];
}

/** A table or code under its heading alone is called by its columns or its parts where the heading is the title already. */
function textOf(doc: Doc, check: Check, title: string): string {
  const { text, kind, nodes } = check;
  if (check.name !== null && text.startsWith(check.name) && keyOf(check.name) === keyOf(title))
    return text.slice(check.name.length).replace(/^[\s:：–—-]+/u, '') || text.trim();
  if (check.rowTitle !== null && keyOf(cutTitle(check.rowTitle)) !== keyOf(title))
    return `${check.rowTitle}: ${text.trim()}`;
  if (normaliseText(text) !== normaliseText(title)) return text.trim();
  if (kind === 'code') return partsOfCode(doc, check) || text.trim();
  if (kind !== 'table') return text.trim();
  return nodes.flatMap(({ table }) => table?.head.filter(Boolean).join(' · ') ?? [])[0] ?? text.trim();
}

/** What stands at the margin of the code: the names of what it declares, the routes and steps it lists. */
function partsOfCode({ lines }: Doc, { attached, start, end }: Check): string {
  const from = attached?.start ?? start;
  return lines
    .slice(from - 1, Math.min(attached?.end ?? end, from + LINES_MAX))
    .filter((line) => /^[^\s`~]/u.test(line) && /\p{L}{2}/u.test(line))
    .slice(0, PARTS_MAX)
    .map((line) => line.replace(/^(?:\/\/|#|--)\s*/u, '').replace(/[\s({[=]+$/u, ''))
    .join('; ');
}

const PARTS_MAX = 12;

/** What the section says beside its checks: prose, and the tables and code that belong to them, as they stand. */
function describe(doc: Doc, piece: Piece): string {
  const sections = sectionsOf(piece).map((section) => materialOf(section));
  const prose = sections.flatMap((each) => (piece.isEnabler ? each.texts : each.prose));
  const tables = piece.isEnabler ? piece.section.nodes.filter(({ kind }) => kind === 'table') : [];
  const attached = [...tables, ...piece.checks.flatMap(({ check }) => check.attached ?? [])];
  const code = sections.flatMap((each) => each.code);
  const raw = [...attached, ...code.map(({ start, end }) => ({ start, end }))]
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start }, i, all) => i === 0 || start !== all[i - 1]?.start)
    .slice(0, CODE_MAX)
    .map(({ start, end }) => doc.lines.slice(start - 1, Math.min(end, start + LINES_MAX)).join('\n'));
  const parts = [cut(prose.join('\n\n'), PROSE_MAX), ...raw].filter(Boolean);
  return cut(cut(parts.join('\n\n'), MATERIAL_MAX), TASK_DESCRIPTION_MAX);
}

interface Material {
  prose: string[];
  texts: string[];
  code: { start: number; end: number }[];
}

const materials = new WeakMap<Section, Material>();

/** Memoized: hundreds of tasks may ask for the material of one section. */
function materialOf(section: Section): Material {
  const known = materials.get(section);
  if (known !== undefined) return known;
  const { nodes } = section;
  const prose = nodes.filter(({ kind, role }) => (kind === 'paragraph' || kind === 'quote') && role === 'context');
  const code = nodes.filter(({ kind, role }) => kind === 'code' && role === 'context');
  const made = { prose: textsOf(prose), texts: textsOf(nodes), code: code.slice(0, CODE_MAX) };
  materials.set(section, made);
  return made;
}

/** As many as fit. */
function textsOf(nodes: readonly Node[]): string[] {
  const texts: string[] = [];
  let length = 0;
  for (const { text } of nodes) {
    if (length > PROSE_MAX) break;
    if (text === '') continue;
    texts.push(text);
    length += text.length;
  }
  return texts;
}

/** The sections whose checks are all in this task; the part of a split section has its material in the others too. */
function sectionsOf({ section, checks }: Piece): Section[] {
  const used = new Set<Section>([section, ...checks.map(({ check }) => check.section)]);
  return [...walkSections(section)]
    .filter((each) => used.has(each) || each.isFacet || each.nodes.every(({ role }) => role === 'context'))
    .filter((each) => each === section || !each.isTitle)
    .slice(0, 40);
}

function linesOf({ section, checks }: Piece): DraftTask['prd_lines'] {
  const own = checks.map(({ check }) => check).filter((check) => isUnder(check.section, section));
  const used = own.length > 0 ? own : checks.map(({ check }) => check);
  if (used.length === 0) return section.headEnd === 0 ? null : { start: section.start, end: section.end };
  const start = used.reduce((least, check) => Math.min(least, check.start), Number.POSITIVE_INFINITY);
  const end = used.reduce((most, check) => Math.max(most, check.end), 0);
  const isNear = own.length > 0 && section.headEnd > 0 && start > section.start && start - section.start < NEAR;
  const isWhole = isNear && !isAskedBefore(section, start);
  return { start: isWhole ? section.start : start, end };
}

/** A heading so many lines above its first check is shown with it. */
const NEAR = 30;

/** Whether the heading stands over other checks first, which are in another task. */
function isAskedBefore({ nodes }: Section, line: number): boolean {
  for (const { start, end, role, kind, table } of nodes) {
    if (start >= line) return false;
    const firstRow = table?.rows[0]?.start;
    if (firstRow !== undefined && firstRow < line && line <= end && role !== 'context') return true;
    if (kind === 'item' && end < line && (role === 'work' || role === 'done')) return true;
  }
  return false;
}

function isUnder(section: Section, above: Section): boolean {
  for (let at: Section | null = section; at !== null; at = at.parent) if (at === above) return true;
  return false;
}
