import type { ProjectSummary } from '#contract/project.ts';
import type { RunClient } from './clients/index.ts';
import { oneLine } from './display/index.ts';
import { sayClock } from './clock-time.ts';
import type { RunOptions } from './run-options.ts';

interface Head {
  project: ProjectSummary;
  url: string;
  ready: number;
  options: RunOptions;
  clients: readonly RunClient[];
  base: string | null;
  verifyCommand: string | undefined;
  isDemo?: true;
}

const DEMO = 'Demonstration: a script plays the agents, no model is asked. Only the code is made up.';

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const followUrl = (url: string, project: string): string => `${url}/projects/${project}/tasks?view=relay`;

/** What is about to happen, before it does. */
export function headLines({ isDemo, project, url, ready, options, clients, base, verifyCommand }: Head): string[] {
  const { taskCount, completedTaskCount, baton_slots: slots } = project;
  const names = [...new Set(clients.map(({ name }) => name))].join(', ');
  const passes = verifyCommand === undefined ? '' : `, then ${verifyCommand} passes`;
  const means = project.done_means === 'word' ? `the agent says so${passes}` : `checks${passes}`;
  return [
    ...(isDemo === true ? [DEMO] : []),
    `${oneLine(project.name)}: ${plural(taskCount, 'task')}, ${completedTaskCount} done, ${ready} ready. ${plural(slots, 'baton')}. Done means: ${means}.`,
    `${plural(options.parallel, 'agent')} (${names}), ${allowedText(options, clients)}. ${whereText(options, base)}`,
    ...(options.setup === undefined ? [] : [`Each working tree is set up with ${options.setup}.`]),
    ...endText(options),
    `Follow at ${followUrl(url, project.id)}`,
  ].map(oneLine);
}

const allowedText = ({ allow }: RunOptions, clients: readonly RunClient[]): string => {
  if (clients.every(({ isCustom }) => isCustom === true)) return 'which decide themselves what they may do';
  return `allowed to ${allow === 'all' ? 'do whatever they can' : 'edit files and verify'}`;
};

/** When nothing new is taken any more. */
function endText({ only, tasksMax, until, budget }: RunOptions): string[] {
  const ends = [
    ...(tasksMax === undefined ? [] : [`after ${plural(tasksMax, 'task')}`]),
    ...(until === undefined ? [] : [`at ${sayClock(until)}`]),
    ...(budget === undefined ? [] : [`at $${budget}`]),
  ];
  return [
    ...(only === undefined ? [] : [`Only tasks of ${oneLine(only)}.`]),
    ...(ends.length === 0 ? [] : [`Nothing new is taken ${ends.join(', or ')}.`]),
  ];
}

function whereText({ isLinked, mayMerge }: RunOptions, base: string | null): string {
  if (!isLinked) return `They work in this folder${base === null ? '' : `, on ${base}`}.`;
  const ends = mayMerge ? `merged into ${base ?? ''} one at a time` : 'whose branches stay for you';
  return `Worktrees in .baton/worktrees, ${ends}.`;
}
