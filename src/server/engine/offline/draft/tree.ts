import type { Requirement } from '#contract/requirement.ts';

/** What becomes one task that nobody breaks down further. */
export interface Leaf {
  kind: 'leaf';
  requirements: Requirement[];
  /** One criterion of a requirement that is too large for one sitting. */
  part?: { text: string; place: number };
  /** Said by the document above several small requirements that are done together. */
  together?: string;
}

/** A section of the document, or a part of one: a list, and below the top a task with a list of its own. */
export interface Group {
  kind: 'group';
  name: string;
  /** Heading path, by which the group is found again in the next draft. */
  path: readonly string[];
  children: (Group | Leaf)[];
  /** Set where a single requirement was too large for one task. */
  whole?: Requirement;
}

export type Branch = Group | Leaf;

export const leaf = (...requirements: Requirement[]): Leaf => ({ kind: 'leaf', requirements });

export function countTasks(children: readonly Branch[]): number {
  let count = 0;
  for (const child of children) count += child.kind === 'leaf' ? 1 : 1 + countTasks(child.children);
  return count;
}

/** Every leaf below, in reading order. */
export function leavesOf(branch: Branch): Leaf[] {
  return branch.kind === 'leaf' ? [branch] : branch.children.flatMap(leavesOf);
}

/** The requirements below, in reading order, each once. */
export function requirementsOf(branch: Branch): Requirement[] {
  return [...new Set(leavesOf(branch).flatMap(({ requirements }) => requirements))];
}
