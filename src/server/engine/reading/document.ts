import type { BlockKind, PrdRole, RoleReason } from '#contract/requirement.ts';
import type { EventActor } from '#contract/fields.ts';

export interface TableRow {
  cells: string[];
  start: number;
  end: number;
  /** The role somebody set on this row alone. */
  set: { role: PrdRole; by: EventActor } | null;
}

/** A block of the document with its words taken out of the markup. Nested items are its children. */
export interface Node {
  kind: Exclude<BlockKind, 'heading' | 'row'>;
  start: number;
  end: number;
  /** How deep an item is nested; 0 for everything else. */
  depth: number;
  /** On one line, without markup, numbers of the list, author's id and marks. Empty for code. */
  text: string;
  /** The same with its line ends, to tell which sentence stands where. */
  lines: string;
  /** The bold words in front, or all of it where it is nothing else. */
  label: string | null;
  isBare: boolean;
  /** FR-3 */
  id: string | null;
  checked: boolean | null;
  /** A mark behind the words says that it is done, or that it is not. */
  mark: 'done' | 'open' | null;
  /** A mark in front of the words: a state only where its list has several. */
  front: 'done' | 'open' | null;
  children: Node[];
  table: { head: string[]; rows: TableRow[] } | null;
  role: PrdRole;
  reason: RoleReason;
  setBy: EventActor | null;
  /** How a table is read. */
  reading: TableReading | null;
}

export type TableReading = 'rows' | 'tasks' | 'columns' | 'whole' | 'context' | 'status';

/** What the name of a heading says, where a closed vocabulary knows every word of it. */
export type HeadingClass =
  | 'work'
  | 'context'
  | 'limit'
  /** Architecture, considerations: limits, but for what asks for something below it. */
  | 'soft'
  /** Colours, brand, deployment: how it shall look and be delivered. Limits, but for what asks for something itself. */
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
  /** Without number, markup and marks; empty for the text before the first heading. */
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
  /** The heading itself says that it is done. */
  isDone: boolean;
  isLater: boolean;
  priority: number | null;
  /** Two or more siblings that share a word and count up, or have ids. */
  unit: string | null;
  /** Its sub-headings or labels recur under its siblings. */
  hasFacets: boolean;
  /** Those of its labels that recur under its siblings, as `facetName` has them. */
  facetLabels: ReadonlySet<string>;
  isFacet: boolean;
  /** What holds for everything in it, down to its sub-sections. */
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

/** The headings above a section and its own, without the title of the document. */
export function pathOf(section: Section): string[] {
  const path: string[] = [];
  for (let at: Section | null = section; at !== null; at = at.parent)
    if (at.heading !== '' && !at.isTitle) path.push(at.heading);
  return path.toReversed();
}
