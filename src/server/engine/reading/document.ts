import type { BlockKind, PrdRole, RoleReason } from '#contract/requirement.ts';
import type { EventActor } from '#contract/fields.ts';

export interface TableRow {
  cells: string[];
  start: number;
  end: number;
  /** A role set on this row alone. */
  set: { role: PrdRole; by: EventActor } | null;
}

/** A block of the document as plain text. Nested items are its children. */
export interface Node {
  kind: Exclude<BlockKind, 'heading' | 'row'>;
  start: number;
  end: number;
  /** How deep an item is nested; 0 for everything else. */
  depth: number;
  /** One line without markup, list number, author id and marks. Empty for code. */
  text: string;
  /** The same with line breaks, to locate sentences. */
  lines: string;
  /** The bold prefix, or the whole text if it is nothing else. */
  label: string | null;
  isBare: boolean;
  /** FR-3 */
  id: string | null;
  checked: boolean | null;
  /** A trailing mark that says done or open. */
  mark: 'done' | 'open' | null;
  /** A leading mark: a state only if some of its siblings lack it. */
  front: 'done' | 'open' | null;
  children: Node[];
  table: { head: string[]; rows: TableRow[] } | null;
  role: PrdRole;
  reason: RoleReason;
  setBy: EventActor | null;
  /** How the table was classified. */
  reading: TableReading | null;
}

export type TableReading = 'rows' | 'tasks' | 'columns' | 'whole' | 'context' | 'status';

/** The class of a heading, if a closed vocabulary knows all its words. */
export type HeadingClass =
  | 'work'
  | 'context'
  | 'limit'
  /** Architecture, considerations: constraints, except for requirements below. */
  | 'soft'
  /** Colours, brand, deployment: constraints, except for explicit requirements. */
  | 'look'
  | 'mixed'
  | 'later'
  | 'done'
  | 'data'
  | 'setup'
  | 'quality'
  | 'schedule'
  | 'restate'
  | 'facet'
  | 'pointer';

export interface Section {
  index: number;
  /** Without number, markup and marks; empty before the first heading. */
  heading: string;
  raw: string;
  number: string | null;
  id: string | null;
  level: number;
  start: number;
  headEnd: number;
  end: number;
  parent: Section | null;
  children: Section[];
  nodes: Node[];
  isTitle: boolean;
  name: HeadingClass | null;
  /** The heading says that it is done. */
  isDone: boolean;
  isLater: boolean;
  priority: number | null;
  /** Set if two or more siblings share a word and a count, or have ids. */
  unit: string | null;
  /** Its sub-headings or labels recur under its siblings. */
  hasFacets: boolean;
  /** Those of its labels that recur under its siblings, as `facetName` has them. */
  facetLabels: ReadonlySet<string>;
  isFacet: boolean;
  /** The role inherited by everything in it, sub-sections included. */
  role: PrdRole | null;
  reason: RoleReason;
  setRole: { role: PrdRole; by: EventActor } | null;
}

export interface Doc {
  lines: string[];
  sections: Section[];
  title: Section | null;
}

export function* walkNodes(nodes: readonly Node[]): Generator<Node> {
  for (const node of nodes) {
    yield node;
    yield* walkNodes(node.children);
  }
}

export function* walkSections(section: Section): Generator<Section> {
  yield section;
  for (const child of section.children) yield* walkSections(child);
}

export const isList = (nodes: readonly Node[]) => nodes.some(({ kind }) => kind === 'item');

/** The headings of a section and its ancestors, without the document title. */
export function pathOf(section: Section): string[] {
  const path: string[] = [];
  for (let at: Section | null = section; at !== null; at = at.parent)
    if (at.heading !== '' && !at.isTitle) path.push(at.heading);
  return path.toReversed();
}
