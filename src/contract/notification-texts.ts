import type { NotificationKind } from './notifications.ts';

const KINDS: Record<NotificationKind, string> = {
  needs_you: 'Needs you',
  agent_stopped: 'Agent stopped',
  plan_finished: 'Plan finished',
  run_ended: 'Run ended',
};

/** Texts of notifications: the settings of a project, mails, and notifications of the browser. */
export const NOTIFICATION_TEXTS = {
  kinds: KINDS,
  mail: {
    someAgent: 'An agent',
    headlines: {
      asked: (agent: string, task: string | null) =>
        task === null ? `${agent} asks you` : `${agent} asks about ${task}`,
      blocked: (_agent: string, task: string | null) => `${task ?? 'A task'} is blocked`,
      stopped: (agent: string, task: string | null) =>
        task === null ? `${agent} stopped` : `${agent} stopped working on ${task}`,
      plan_finished: () => 'The plan is finished',
      run_ended: () => 'The run has ended',
    },
    several: (count: number) => `${count} things happened while you were away`,
    more: (count: number) => `The oldest are below. There are ${count} more: open the projects to see them.`,
    project: (name: string) => `In ${name}:`,
    answer: 'Answer',
    openTask: (number: number) => `Open T${number}`,
    openProject: 'Open the project',
    footer: (kinds: readonly string[]) =>
      `You get this because e-mail is on for ${list(kinds)}. A reply to this mail is not read: open the link to answer.`,
    settings: (project: string) => `Change what you are told of ${project}`,
  },
} as const;

function list(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`;
}
