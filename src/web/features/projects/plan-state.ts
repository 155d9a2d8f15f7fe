import type { ProjectSummary } from '#contract/project.ts';

export interface PlanState {
  text: string;
  /** Someone works on a task of this project right now. */
  working: boolean;
}

/** What there is to say about the baton, from the counts alone. */
export function planState({ taskCount, completedTaskCount, lanes, prdWorkLines }: ProjectSummary): PlanState {
  const wip = lanes.reduce((sum, lane) => sum + lane.wip, 0);
  if (taskCount === 0) return { text: prdWorkLines === null ? 'No plan yet' : waiting(prdWorkLines), working: false };
  if (wip > 0) return { text: wip === 1 ? '1 task in progress' : `${wip} tasks in progress`, working: true };
  if (completedTaskCount === taskCount) return { text: 'Plan complete', working: false };
  return { text: 'Baton is free', working: false };
}

/** A PRD that nobody has planned. */
const waiting = (lines: number) =>
  `PRD with ${lines === 1 ? '1 work line' : `${lines.toLocaleString('en-US')} work lines`}, no plan yet`;

/** Done tasks of all tasks in percent, rounded; 0 without tasks. */
export const percentDone = ({ taskCount, completedTaskCount }: ProjectSummary) =>
  taskCount === 0 ? 0 : Math.round((completedTaskCount / taskCount) * 100);
