import type { PlanView } from '#web/features/plan/index.ts';
import type { LastRun } from '#web/features/project-settings/index.ts';
import { paths } from '#web/paths.ts';

/** The newest run of the verify command in any task. */
export function findLastRun({ project, order }: Pick<PlanView, 'project' | 'order'>): LastRun | undefined {
  const [newest] = order
    .flatMap(({ number, updated_at, completed_at, work }) =>
      work?.verification ? [{ number, at: completed_at ?? updated_at, run: work.verification }] : [],
    )
    .toSorted((a, b) => (a.at < b.at ? 1 : -1));
  if (!newest) return undefined;
  const { number, at, run } = newest;
  const address = paths.task(project.id, `T${number}`);
  return { number, at, passed: run.exit_code === 0, seconds: run.seconds, address };
}
