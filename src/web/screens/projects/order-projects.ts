import type { ProjectSummary } from '#contract/project.ts';
import { splitHolders } from '#web/features/projects/index.ts';

/** Held, with somebody who may have stopped, with something for the person, then the others; archived ones last. */
function rankOf(project: ProjectSummary, now: number): number {
  if (project.status === 'archived') return 4;
  const { working, silent } = splitHolders(project, now);
  if (working.length > 0) return 0;
  if (silent.length > 0) return 1;
  return project.needs_you > 0 ? 2 : 3;
}

/** Within a rank the last accessed comes first. */
export function orderProjects(projects: readonly ProjectSummary[], now: number): string[] {
  const ranked = projects.map((project) => ({ ...project, rank: rankOf(project, now) }));
  return ranked
    .toSorted((a, b) => a.rank - b.rank || Date.parse(b.lastAccessed) - Date.parse(a.lastAccessed))
    .map(({ id }) => id);
}
