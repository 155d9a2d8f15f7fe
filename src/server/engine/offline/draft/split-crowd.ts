import { contentWords } from './content-words.ts';
import type { Group, Leaf } from './tree.ts';

const CHUNK = 10;
const SMALLEST = 3;
/** A row this long reads as one list when no words divide it. */
const READABLE = 24;
const LARGEST = 14;

/** Breaks a long row of tasks into groups that share a noun, or, where words do not help, into runs of the document. */
export function splitCrowd(group: Group, isEnglish: boolean): Group['children'] {
  const leaves = group.children.filter((child): child is Leaf => child.kind === 'leaf');
  const others = group.children.filter(({ kind }) => kind === 'group');
  const themes = isEnglish ? shareNouns(group, leaves) : [];
  if (themes.length < 2 && leaves.length <= READABLE) return group.children;
  const split = themes.length >= 2 ? themes : cutRuns(group, leaves);
  return [...split, ...others];
}

function shareNouns(group: Group, leaves: Leaf[]): Group[] {
  const smallest = leaves.length <= 30 ? 2 : SMALLEST;
  const wordsOf = leaves.map((leaf) => contentWords(leaf.requirements.map(({ text }) => text).join(' ')));
  const uses = new Map<string, number>();
  const surface = new Map<string, string>();
  for (const words of wordsOf)
    for (const [stem, word] of words) {
      uses.set(stem, (uses.get(stem) ?? 0) + 1);
      if (!surface.has(stem)) surface.set(stem, word);
    }
  const most = Math.max(smallest, Math.floor(leaves.length * 0.6));
  const known = new Set(contentWords(group.name).keys());
  // The row stays in document order: a theme is placed where its first task stands.
  const byWord = new Map<string, number[]>();
  const left: number[] = [];
  for (const [place, words] of wordsOf.entries()) {
    const stem = [...words.keys()]
      .filter((word) => (uses.get(word) ?? 0) >= smallest && (uses.get(word) ?? 0) <= most && !known.has(word))
      .reduce<string | undefined>(
        (best, word) => (best === undefined || (uses.get(word) ?? 0) > (uses.get(best) ?? 0) ? word : best),
        undefined,
      );
    if (stem === undefined) left.push(place);
    else {
      const places = byWord.get(stem) ?? [];
      byWord.set(stem, places);
      places.push(place);
    }
  }
  const themes: { name: string; places: number[] }[] = [];
  for (const [stem, places] of byWord) {
    if (places.length < smallest || places.length > LARGEST * 3) left.push(...places);
    else themes.push({ name: capital(surface.get(stem) ?? stem), places });
  }
  if (left.length > leaves.length * (leaves.length <= READABLE ? 0.35 : 0.6)) return [];
  const rest = left.toSorted((a, b) => a - b);
  if (rest.length > 0) themes.push({ name: 'Other', places: rest });
  const made = themes
    .toSorted(
      (a, b) => Number(a.name === 'Other') - Number(b.name === 'Other') || (a.places[0] ?? 0) - (b.places[0] ?? 0),
    )
    .map(({ name, places }) =>
      named(
        group,
        name,
        places.flatMap((place) => leaves[place] ?? []),
      ),
    );
  return made;
}

/** Named after the lines they stand on: true in every language. */
function cutRuns(group: Group, leaves: Leaf[]): Group[] {
  const size = Math.max(CHUNK, Math.ceil(Math.sqrt(leaves.length)));
  const runs: Group[] = [];
  for (let start = 0; start < leaves.length; start += size) {
    const run = leaves.slice(start, start + size);
    const from = run[0]?.requirements[0]?.start_line ?? 1;
    const to = run.at(-1)?.requirements.at(-1)?.end_line ?? from;
    runs.push(named(group, `${group.name}, lines ${from}–${to}`, run, `${runs.length + 1}`));
  }
  return runs.length > 1 ? runs : [{ ...group, children: leaves }];
}

const named = (group: Group, name: string, children: Leaf[], id = name): Group => ({
  kind: 'group',
  name,
  path: [...group.path, `#${id}`],
  children,
});

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
