import type { PlanImport } from '../plan-import.ts';

/** Adapts an import to an existing plan: what belongs to a project as a whole is dropped, and reported. */
export function placeBeside(incoming: PlanImport, now: Date): void {
  const { plan } = incoming;
  incoming.plan = {
    ...plan,
    tasks: plan.tasks
      .toSorted((a, b) => a.number - b.number)
      // Renumbered from one; they get the project's next numbers. References to another PRD's requirements are dropped.
      .map((task, place) => ({ ...task, number: place + 1, requirement_ids: [], prd_state: null, origin: null })),
    // Lists are ordered by creation time: these come after the existing ones.
    task_lists: plan.task_lists.map((list, place) => ({
      ...list,
      origin: null,
      created_at: new Date(now.getTime() + place).toISOString(),
    })),
  };
  for (const [what, count] of [
    ['PRD versions', incoming.prdVersions.length],
    ['roles of the PRD', incoming.prdRoles.length],
    ['checkpoints', incoming.checkpoints.length],
  ] as const)
    if (count > 0)
      incoming.lines.push({
        where: what,
        outcome: 'skipped',
        message: `${count} ${what} stay behind: this project has its own.`,
      });
  incoming.prdVersions = [];
  incoming.prdRoles = [];
  incoming.checkpoints = [];
  incoming.requirements = null;
}
