import type { Section } from './document.ts';

/** "Story 1.2", "Feature 3 - Search", "Faz 4:", "Phase 2 (weeks 3-4)", "P0", "第3章", "Step 2". */
const COUNTED = /^([\p{L}]{1,20})(?:\s*[-–—#:.]?\s*)(\d{1,3}(?:\.\d{1,3}){0,3}[a-z]?)(?=$|[\s:.)\]–—-])/iu;
const COUNTED_CJK = /^(第)?\s*([0-9一二三四五六七八九十]{1,3})\s*([章节節期阶階步回部단계])/u;
/** Siblings that all begin with the same word and a sign: "Feature - Search", "Epic: Loans". */
const NAMED = /^(\p{L}{3,20})\s*[-–—:]\s+\S/u;
const FACET_MIN = 3;

/** Marks numbered sections and those with ids as units, and those with recurring sub-headings or labels as features. */
export function findUnits(sections: readonly Section[]): void {
  const byParent = Map.groupBy(sections, ({ parent }) => parent);
  for (const siblings of byParent.values()) markUnits(siblings);
  markFacets(sections);
}

function markUnits(siblings: readonly Section[]): void {
  const families = Map.groupBy(siblings, (section) => familyOf(section));
  for (const [family, members] of families) {
    if (family === '' || members.length < 2) continue;
    for (const section of members) section.unit = family;
  }
  // Without numbers nearly all siblings must share the word.
  const named = Map.groupBy(siblings, ({ heading }) => NAMED.exec(heading)?.[1]?.toLowerCase() ?? '');
  for (const [name, members] of named) {
    if (name === '' || members.length < 2 || members.length < siblings.length * 0.6) continue;
    for (const section of members) section.unit ??= name;
  }
}

/** The series a unit belongs to; empty if none. */
function familyOf({ heading, id, raw }: Section): string {
  if (id !== null) return `id ${id.replace(/[\d.]+[a-z]?$/iu, '')}`;
  const counted = COUNTED.exec(heading);
  if (counted !== null) return `word ${(counted[1] ?? '').toLowerCase()}`;
  const cjk = COUNTED_CJK.exec(raw);
  return cjk === null ? '' : `word ${cjk[3] ?? ''}`;
}

/**
 * Sub-headings or labels that recur under three or more siblings or cousins are facets: they mark features and are none
 * themselves.
 */
function markFacets(sections: readonly Section[]): void {
  const holders = new Map<string, Set<Section>>();
  const note = (name: string, holder: Section | null) => {
    if (holder === null || name === '') return;
    const key = `${holder.level} ${name}`;
    const all = holders.get(key);
    if (all === undefined) holders.set(key, new Set([holder]));
    else all.add(holder);
  };
  for (const section of sections) {
    if (section.parent !== null && !section.parent.isTitle && section.number === null && section.id === null)
      note(facetName(section.heading), section.parent);
    for (const label of labelsOf(section)) note(facetName(label), section);
  }
  const facets = new Set<string>();
  for (const [key, all] of holders) {
    if (all.size < FACET_MIN) continue;
    facets.add(key);
    for (const holder of all) holder.hasFacets = true;
  }
  for (const section of sections) {
    if (section.hasFacets)
      section.facetLabels = new Set(
        labelsOf(section)
          .map(facetName)
          .filter((name) => facets.has(`${section.level} ${name}`)),
      );
    if (
      section.parent !== null &&
      section.id === null &&
      facets.has(`${section.parent.level} ${facetName(section.heading)}`)
    ) {
      // Units with equal names under each parent ("Phase 1") are numbered, and no facets.
      if (section.unit === null) section.isFacet = true;
    }
  }
}

export const facetName = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s*[(（].*$/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Stand-alone bold labels, and bold prefixes of first-level paragraphs and items. */
export function labelsOf({ nodes }: Section): string[] {
  return nodes.flatMap(({ kind, label, text }) => {
    if (kind === 'label') return [(label ?? text).replace(/[:：]\s*$/u, '')];
    return label !== null && label.length <= 40 && (kind === 'paragraph' || kind === 'item') ? [label] : [];
  });
}
