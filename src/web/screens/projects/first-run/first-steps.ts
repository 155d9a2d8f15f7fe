import type { ProjectSummary } from '#contract/project.ts';
import { FIRST_RUN_TEXTS as T } from '#contract/first-run-texts.ts';
import type { AgentState } from '#web/features/api-keys/index.ts';
import type { StepState } from './step.tsx';

export interface FirstSteps {
  /** The project that the steps are about: the newest of one's own, preferably an active one. */
  project: ProjectSummary | undefined;
  states: Record<1 | 2 | 3, StepState>;
  /** The result of step 2, once it is done. */
  planned: string;
}

/** Which of the three steps are done. The example is nobody's first project, and neither is one of others. */
export function firstStepsOf(projects: readonly ProjectSummary[], agent: AgentState): FirstSteps {
  const own = projects.filter(({ is_example, role }) => role === 'owner' && !is_example);
  const project = own.find(({ status, read_only }) => status === 'active' && !read_only) ?? own[0];
  const hasPrd = project !== undefined && (project.taskCount > 0 || project.prdWorkLines !== null);
  const done = [project !== undefined, hasPrd, agent.kind === 'connected'];
  const now = done.indexOf(false);
  const stateOf = (place: number): StepState => (done[place] === true ? 'done' : place === now ? 'now' : 'later');
  return { project, states: { 1: stateOf(0), 2: stateOf(1), 3: stateOf(2) }, planned: sayPlanned(project) };
}

function sayPlanned(project: ProjectSummary | undefined): string {
  if (project === undefined) return '';
  const { taskCount, lanes, prdWorkLines } = project;
  return taskCount > 0 ? T.tasks(taskCount, lanes.length) : T.stored(prdWorkLines ?? 0);
}
