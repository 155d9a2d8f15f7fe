import type { Extraction, Requirement } from '#contract/requirement.ts';

/** Requirements that are planned together, because the PRD says them together. */
export interface Chunk {
  section: string;
  requirements: Requirement[];
}

/** So many that a model still gives each its thought, and its answer fits. */
const CHUNK_REQUIREMENTS = 24;
const CHUNK_CHARACTERS = 16_000;
/** Sections with fewer share a chunk with the next: each request repeats the instructions. */
const CHUNK_WORTHWHILE = 8;

/**
 * Cuts the requirement table where the PRD has its sections; a section that is too large is cut at its sub-sections. A
 * table that fits as a whole is not cut at all: then the model sees what depends on what.
 */
export function splitSections({ requirements }: Pick<Extraction, 'requirements'>): Chunk[] {
  const depth = sharedDepth(requirements);
  if (fits(requirements)) {
    const section = requirements[0]?.heading_path[depth - 1] ?? '';
    return requirements.length === 0 ? [] : [{ section, requirements: [...requirements] }];
  }
  const chunks: Chunk[] = [];
  for (const run of runsOfSameHeading(requirements)) {
    const path = run[0]?.heading_path ?? [];
    const section = path[depth] ?? path.at(-1) ?? '';
    const last = chunks.at(-1);
    if (last === undefined || !isOpenFor(last, run, section)) chunks.push({ section, requirements: [] });
    for (const requirement of run) {
      const chunk = chunks.at(-1);
      if (chunk !== undefined && fits([...chunk.requirements, requirement])) chunk.requirements.push(requirement);
      else chunks.push({ section, requirements: [requirement] });
    }
  }
  return joinRemnant(chunks.filter((chunk) => chunk.requirements.length > 0));
}

/** Two requirements at the end of a document are not worth a request of their own. */
function joinRemnant(chunks: Chunk[]): Chunk[] {
  const [before, last] = chunks.slice(-2);
  if (before === undefined || last === undefined || last.requirements.length >= CHUNK_WORTHWHILE) return chunks;
  const together = [...before.requirements, ...last.requirements];
  return fits(together) ? [...chunks.slice(0, -2), { ...before, requirements: together }] : chunks;
}

/** A chunk that has hardly begun takes whatever comes; one of some size only more of its section, and only as a whole. */
function isOpenFor(chunk: Chunk, run: readonly Requirement[], section: string): boolean {
  if (chunk.requirements.length < CHUNK_WORTHWHILE) return true;
  return chunk.section === section && fits([...chunk.requirements, ...run]);
}

function fits(requirements: readonly Requirement[]): boolean {
  const characters = requirements.reduce((sum, { text }) => sum + text.length, 0);
  return requirements.length < 2 || (requirements.length <= CHUNK_REQUIREMENTS && characters <= CHUNK_CHARACTERS);
}

function runsOfSameHeading(requirements: readonly Requirement[]): Requirement[][] {
  const runs: Requirement[][] = [];
  let last: string | undefined;
  for (const requirement of requirements) {
    const heading = JSON.stringify(requirement.heading_path);
    if (heading === last) runs.at(-1)?.push(requirement);
    else runs.push([requirement]);
    last = heading;
  }
  return runs;
}

/** How many headings all have in common: below the document's title, usually. */
function sharedDepth(requirements: readonly Requirement[]): number {
  const [first, ...rest] = requirements.map(({ heading_path }) => heading_path);
  const isShared = (place: number) => rest.every((path) => path[place] === first?.[place]);
  let depth = 0;
  while (first?.[depth] !== undefined && isShared(depth)) depth += 1;
  return depth;
}
