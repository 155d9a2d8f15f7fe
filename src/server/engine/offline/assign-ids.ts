import type { Extraction, Requirement } from '#contract/requirement.ts';
import { hashText, normaliseText } from './compare-text.ts';
import type { Draft } from './draft.ts';
import { matchRequirements } from './match-requirements.ts';

const GENERATED = /^r-[0-9a-f]{8}(?:-\d+)?$/u;

/** The ids of a document nobody has read before: the author's own, else made from the text. */
export function nameDrafts(drafts: readonly Draft[]): string[] {
  const names = new Names();
  const explicit = drafts.map((draft) => (draft.explicit === null ? null : names.take(draft.explicit)));
  const makes = makeIds(drafts.map(({ text, path }) => ({ text, path })));
  return drafts.map((_, i) => explicit[i] ?? names.take(makes[i] ?? ''));
}

/**
 * Carries the ids of an earlier reading over: an id the author wrote stays, the same text keeps its id, and a text that
 * was moved or reworded keeps it by its place and its words. Only what is new gets a new id.
 */
export function assignIds(next: Extraction, previous: readonly Requirement[]): Extraction {
  const names = new Names();
  const { requirements } = next;
  const ids: (string | null)[] = requirements.map(({ id }) => (GENERATED.test(id) ? null : names.take(id)));
  const matches = matchRequirements(
    requirements.map((requirement, i) => (ids[i] === null ? requirement : null)),
    previous.filter(({ id }) => !names.has(id)),
  );
  for (const [i, id] of matches) ids[i] = names.take(id);
  // An id once given is not given to something else, even when what had it is gone.
  for (const { id } of previous) names.reserve(id);
  const makes = makeIds(requirements.map(({ text, heading_path: path }) => ({ text, path })));
  return {
    ...next,
    requirements: requirements.map((requirement, i) => ({ ...requirement, id: ids[i] ?? names.take(makes[i] ?? '') })),
  };
}

/** From the text alone; texts that occur more than once take their headings along. */
function makeIds(entries: readonly { text: string; path: readonly string[] }[]): string[] {
  const texts = entries.map(({ text }) => normaliseText(text) || text);
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return entries.map(({ path }, i) => {
    const text = texts[i] ?? '';
    return `r-${hashText((counts.get(text) ?? 0) > 1 ? `${path.map(normaliseText).join('\n')}\n\n${text}` : text)}`;
  });
}

/** Ids in use. One that is taken twice gets a number behind it. */
class Names {
  private readonly used = new Set<string>();
  private readonly next = new Map<string, number>();

  has(id: string): boolean {
    return this.used.has(id);
  }

  reserve(id: string): void {
    this.used.add(id);
  }

  take(id: string): string {
    let name = id;
    let count = this.next.get(id) ?? 2;
    for (; this.used.has(name); count += 1) name = `${id}-${count}`;
    this.next.set(id, count);
    this.used.add(name);
    return name;
  }
}
