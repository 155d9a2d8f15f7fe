import { OPERATIONAL_BRIEF_MAX } from '#contract/constants.ts';
import { type Doc, type Node, type Section, walkNodes } from '../reading/document.ts';
import { cut } from '../reading/find-checks.ts';
import type { PieceList } from './make-lists.ts';

const GOAL_MAX = 1_500;
const LIMITS_MAX = 20;
const LIMIT_LENGTH = 240;

export interface Limit {
  section: Section;
  text: string;
}

/** Every limit the document sets, in its order. */
export function findLimits({ sections }: Doc): Limit[] {
  return sections.flatMap((section) =>
    [...walkNodes(section.nodes)]
      .filter(({ role }) => role === 'limit')
      .flatMap((node) => textsOf(node).map((text) => ({ section, text: cut(text, LIMIT_LENGTH) }))),
  );
}

/**
 * A list's brief: its goal in the document's words, its constraints, and when it is done. No line numbers: they change
 * with the next version.
 */
export function writeBrief(all: readonly Limit[], list: PieceList, summary: string): string {
  const goal = proseOf(list.section) || summary;
  const limits = limitsFor(all, list);
  const parts = [
    ...(goal === '' ? [] : [`Goal: ${cut(goal, GOAL_MAX)}`]),
    ...(limits.length === 0 ? [] : [`Limits:\n${limits.map((limit) => `- ${limit}`).join('\n')}`]),
    'Done when: every check of its tasks is seen to hold.',
  ];
  return cut(parts.join('\n\n'), OPERATIONAL_BRIEF_MAX);
}

function proseOf(section: Section | null): string {
  if (section === null) return '';
  return section.nodes
    .filter(({ kind, role, label }) => kind === 'paragraph' && role === 'context' && label === null)
    .map(({ text }) => text)
    .join('\n\n');
}

/** Its own limits first, then those of the whole document. */
function limitsFor(all: readonly Limit[], { section }: PieceList): string[] {
  const own = new Set<string>();
  const shared = new Set<string>();
  for (const limit of all) {
    const home = isUnder(limit.section, section) ? own : shared;
    if (home.size < LIMITS_MAX) home.add(limit.text);
  }
  return [...own.union(shared)].slice(0, LIMITS_MAX);
}

const textsOf = (node: Node): string[] => {
  if (node.table !== null) return node.table.rows.map(({ cells }) => cells.filter(Boolean).join(': '));
  return node.kind === 'label' || node.text === '' ? [] : [node.text];
};

function isUnder(section: Section, above: Section | null): boolean {
  if (above === null || above.isTitle) return false;
  for (let at: Section | null = section; at !== null; at = at.parent) if (at === above) return true;
  return false;
}
