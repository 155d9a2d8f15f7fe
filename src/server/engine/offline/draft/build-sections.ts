import { TREE_DEPTH_MAX } from '#contract/constants.ts';
import type { Extraction, Requirement } from '#contract/requirement.ts';
import { type Group, leaf } from './tree.ts';

/** Room for the root list, and for a large requirement that is broken down once more. */
const DEPTH = TREE_DEPTH_MAX - 4;

/** The document as a tree of groups by heading path; its title is not a section. */
export function buildSections(extraction: Extraction): Group {
  const root: Group = { kind: 'group', name: extraction.title ?? '', path: [], children: [] };
  const known = new Map<Group, Map<string, Group>>();
  for (const requirement of extraction.requirements) {
    let at = root;
    for (const name of headingsOf(requirement, extraction.title).slice(0, DEPTH)) {
      const below = known.get(at) ?? new Map<string, Group>();
      known.set(at, below);
      const found = below.get(name) ?? {
        kind: 'group',
        name: cleanHeading(name),
        path: [...at.path, name],
        children: [],
      };
      if (!below.has(name)) at.children.push(found);
      below.set(name, found);
      at = found;
    }
    at.children.push(leaf(requirement));
  }
  return root;
}

function headingsOf({ heading_path: path, kind, text }: Requirement, title: string | null): readonly string[] {
  const start = path[0] !== undefined && path[0] === title ? 1 : 0;
  // A heading that is a requirement itself stands in the section above it.
  const end = kind === 'heading' && path.at(-1) === text ? -1 : path.length;
  return path.slice(start, end).filter((name) => name.trim() !== '');
}

/** "3.1.2 FR-4: Export:" to "Export". */
export function cleanHeading(name: string): string {
  const clean = name
    .replace(/\s+/gu, ' ')
    .replace(/^(?:(?:section|chapter|epic|feature|module)\s+)?\d+(?:\.\d+)*[.):]?\s+(?=\S)/iu, '')
    .replace(/^(?:epic|feature|module|theme|area)\s*(?:\d+\s*)?[:—–-]\s*/iu, '')
    .replace(/^\[?[A-Z]{1,6}[-_]\d+\]?\s*[:.)—–-]*\s*/u, '')
    .replace(/^[^\p{L}\p{N}("“«`/.$@#<]+/u, '')
    .replace(/[\s:：.]+$/u, '');
  return clean === '' ? name.trim() : clean;
}
