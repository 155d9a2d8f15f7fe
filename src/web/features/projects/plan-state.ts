import type { ProjectHolder, ProjectSummary } from '#contract/project.ts';
import { CARD_TEXTS as T } from '#contract/news-texts.ts';
import { presenceOf } from '#web/lib/presence.ts';

/** What a card says about the baton. */
export type PlanState =
  | { kind: 'held'; holders: readonly ProjectHolder[]; more: number }
  /** Nobody works, and somebody who did is not heard of. */
  | { kind: 'silent'; holders: readonly ProjectHolder[]; more: number }
  /** `next` is what would be done next. */
  | { kind: 'free' | 'complete' | 'none'; text: string; next?: string };

const NAMED = 2;

/** Holders that still call are at work; the others may have stopped. A live lease alone does not prove an agent. */
export function splitHolders({ holders, stopped }: Pick<ProjectSummary, 'holders' | 'stopped'>, now: number) {
  const [working, silent]: [ProjectHolder[], ProjectHolder[]] = [[], []];
  for (const holder of holders) (presenceOf(holder, now) === 'stalled' ? silent : working).push(holder);
  return { working, silent: [...silent, ...stopped] };
}

export function planState(project: ProjectSummary, now: number): PlanState {
  const { taskCount, completedTaskCount, lanes, prdWorkLines, next_task: next } = project;
  const { working, silent } = splitHolders(project, now);
  if (working.length > 0) {
    const all = [...working, ...silent];
    return { kind: 'held', holders: all.slice(0, NAMED), more: Math.max(0, all.length - NAMED) };
  }
  if (silent.length > 0)
    return { kind: 'silent', holders: silent.slice(0, NAMED), more: Math.max(0, silent.length - NAMED) };
  if (taskCount === 0)
    return { kind: 'none', text: T.noPlan, next: prdWorkLines ? T.makePlan(prdWorkLines) : T.givePrd };
  if (completedTaskCount === taskCount) return { kind: 'complete', text: T.complete };
  const wip = lanes.reduce((sum, lane) => sum + lane.wip, 0);
  const text = wip > 0 ? T.inProgress(wip) : T.nobody;
  if (next) return { kind: 'free', text, next: T.next(next.title) };
  return project.status === 'archived' ? { kind: 'free', text } : { kind: 'free', text, next: T.nothingReady };
}

export const percentDone = ({ taskCount, completedTaskCount }: ProjectSummary) =>
  taskCount === 0 ? 0 : Math.round((completedTaskCount / taskCount) * 100);
