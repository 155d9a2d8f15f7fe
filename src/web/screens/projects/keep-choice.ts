import type { ProjectSummary } from '#contract/project.ts';

/** The active projects, last used first. */
export const byLastUse = (projects: readonly ProjectSummary[]) =>
  projects
    .filter(({ status }) => status === 'active')
    .toSorted((a, b) => (a.lastAccessed < b.lastAccessed ? 1 : a.lastAccessed > b.lastAccessed ? -1 : 0));

/** With room for one a choice takes the place of the other; with more, it is made or taken back. */
export function toggleKept(chosen: readonly string[], id: string, allowed: number): readonly string[] {
  if (allowed === 1) return [id];
  if (chosen.includes(id)) return chosen.filter((each) => each !== id);
  return chosen.length < allowed ? [...chosen, id] : chosen;
}
