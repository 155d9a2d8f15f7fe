import type { ProjectSummary } from '#contract/project.ts';

/** Active projects, most recently used first. */
export const byLastUse = (projects: readonly ProjectSummary[]) =>
  projects
    .filter(({ status }) => status === 'active')
    .toSorted((a, b) => (a.lastAccessed < b.lastAccessed ? 1 : a.lastAccessed > b.lastAccessed ? -1 : 0));

/** With a limit of one it works like a radio button, otherwise like checkboxes. */
export function toggleKept(chosen: readonly string[], id: string, allowed: number): readonly string[] {
  if (allowed === 1) return [id];
  if (chosen.includes(id)) return chosen.filter((each) => each !== id);
  return chosen.length < allowed ? [...chosen, id] : chosen;
}
