import { counted } from '#contract/counted.ts';
import type { ProjectHolder, ProjectSummary } from '#contract/project.ts';

export interface PlanState {
  text: string;
  /** An agent or a person works on a task of this project now. */
  working: boolean;
}

/** Who holds the baton; without a holder, a summary of the counts. */
export function planState({ taskCount, completedTaskCount, lanes, prdWorkLines, holders }: ProjectSummary): PlanState {
  const wip = lanes.reduce((sum, lane) => sum + lane.wip, 0);
  if (taskCount === 0) return { text: prdWorkLines === null ? 'No plan yet' : waiting(prdWorkLines), working: false };
  if (holders.length > 0) return { text: nameHolders(holders), working: true };
  if (wip > 0) return { text: `${counted(wip, 'task')} in progress`, working: true };
  if (completedTaskCount === taskCount) return { text: 'Plan complete', working: false };
  return { text: 'Nobody holds the baton', working: false };
}

/** "claude-code on T12, codex on T4 and 3 more". */
function nameHolders(holders: readonly ProjectHolder[]): string {
  const [first, second, ...others] = holders.map(({ name, task_number }) => `${name} on T${task_number}`);
  if (others.length === 0) return second === undefined ? (first ?? '') : `${first}, ${second}`;
  return `${first}, ${second} and ${others.length} more`;
}

/** A PRD without a plan. */
const waiting = (lines: number) => `PRD with ${counted(lines, 'work line')}, no plan yet`;

export const percentDone = ({ taskCount, completedTaskCount }: ProjectSummary) =>
  taskCount === 0 ? 0 : Math.round((completedTaskCount / taskCount) * 100);
