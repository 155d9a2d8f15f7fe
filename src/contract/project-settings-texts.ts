import { BATON_SLOTS_MAX } from './constants.ts';
import { counted } from './counted.ts';

/** Texts of a project's settings: what each does to agents at work. */
export const PROJECT_SETTINGS_TEXTS = {
  title: 'Project settings',
  back: 'Back to tasks',
  index: 'Settings sections',
  changed: 'Changed',
  sections: {
    general: 'General',
    batons: 'Batons',
    done: 'Done means',
    lease: 'Lease',
    repository: 'Repository',
    people: 'People',
    notifications: 'Notifications',
    webhook: 'Webhook',
    danger: 'Danger',
  },
  fields: {
    name: 'Name',
    description: 'Description',
    baton_slots: 'Batons',
    done_means: 'Done means',
    verify_command: 'Verify command',
    verify_timeout_minutes: 'Timeout',
    verify_tries: 'Tries',
    lease_minutes: 'Lease',
    repository_url: 'Repository address',
  },
  rungs: { word: 'the agent’s word', checks: 'checks', verified: 'verified' },
  descriptionHelp: 'What the project is about. Shown on its card and in exports.',
  projectId: 'Project ID',
  batons: {
    lead: 'How many agents may work on this project at the same time.',
    label: 'Number of batons',
    help: '1 to 16. With 1, one task is in progress at a time.',
    fewer: 'One fewer',
    more: 'One more',
    marks: (held: number, free: number, rest: number) =>
      `16 possible batons: ${held} held now, ${free} free, ${rest} not given out`,
    held: (count: number, names: string) => (count === 0 ? 'Nobody holds one now' : `${count} held now: ${names}`),
    free: (count: number, isChanged: boolean) => `${count} free${isChanged ? ' after saving' : ''}`,
    over: (count: number) => `${count} more than given out: no new claim until they are handed back`,
    rest: (count: number) => `${count} not given out`,
    each: (count: number) =>
      count === 1
        ? 'The baton is one task in progress: one agent works at a time.'
        : `Each baton is one task in progress. ${count} batons: ${count} agents, each on a different task that is ready.`,
    neverTwo: 'An agent never holds two.',
    checkouts: 'Agents that work at the same time need separate checkouts, such as one git worktree each.',
    /** Held tasks keep their batons busy too. */
    ready: (ready: number, held: number) => {
      if (ready === 0) return held === 0 ? 'No task is ready now.' : 'No other task is ready now.';
      const beside = held === 0 ? '' : `, besides the ${held} in progress`;
      const most = ready + held;
      const idle = most < BATON_SLOTS_MAX ? `, so more than ${counted(most, 'baton')} would sit idle` : '';
      return `${counted(ready, 'task')} ${ready === 1 ? 'is' : 'are'} ready now${beside}${idle}.`;
    },
    lower: 'A lower number takes no baton away: it applies as batons are handed back.',
  },
  done: {
    lead: 'What has to be true before Baton accepts a task as done from an agent. People can always set it by hand.',
    word: 'The agent’s word',
    wordHelp: 'A summary is enough. Fast, but only as reliable as the agent.',
    checks: 'Checks ticked one by one, each with what was seen',
    checksHelp:
      'Every “Done when” line needs a tick and a sentence of evidence. If one is missing, the task is refused and the line is named.',
    verified: '…and the verify command passes',
    verifiedHelp:
      'The checks, and then this command has to end with exit code 0. It runs beside the agent, never on this server.',
    held: 'A task that is held keeps the rule it was taken under.',
    minutes: 'min',
    times: 'times',
    ownersCommand: (owner: string) =>
      `It runs on the machines of everybody who runs agents here, so only ${owner}, the owner, can change it.`,
    last: (passed: boolean, took: string, number: number, age: string) =>
      `Last: ${passed ? 'passed' : 'failed'} in ${took} on T${number}, ${age} ago`,
    never: 'No task has been verified yet.',
    show: 'Show output',
  },
  lease: {
    label: 'A baton comes back after',
    help: 'This long without a single call from its holder. Every call restarts the clock, so a working agent never loses it. 5 to 240 minutes.',
  },
  repository: {
    label: 'Repository address',
    help: 'Commits, branches and pull requests become links into it. Leave it empty if you have none.',
    placeholder: 'https://github.com/owner/name',
  },
  danger: {
    archive: 'Archive this project',
    archiveHelp: 'It can still be read and exported, but nothing in it can be changed. You can undo this at any time.',
    archiveAsk: 'Archive this project?',
    archiveAgents: (count: number) =>
      count === 0
        ? 'No agent is at work in it.'
        : `${count === 1 ? '1 agent is' : `${count} agents are`} at work in it and will be refused on ${count === 1 ? 'its' : 'their'} next call.`,
    archiveDo: 'Archive',
    unarchive: 'Unarchive this project',
    unarchiveHelp: 'It is read-only now. Unarchived, people and agents can work in it again.',
    unarchiveDo: 'Unarchive',
    remove: 'Delete this project',
    removeHelp: (tasks: number, notes: number) =>
      `Removes ${counted(tasks, 'task')}, ${counted(notes, 'note')}, the PRD and all checkpoints. This cannot be undone.`,
    export: 'Export first',
    removeDo: 'Delete…',
    archiveOpen: 'Archive…',
  },
  bar: {
    unsaved: 'You have unsaved changes',
    problems: (problems: number) => counted(problems, 'problem'),
    discard: 'Discard Changes',
    discarded: 'Changes discarded',
    save: 'Save Settings',
    saved: 'Settings saved',
    savedText: 'Agents are told on their next call.',
    failed: 'The settings could not be saved.',
  },
  clash: {
    says: (who: string | undefined, field: string, value: string, when: string) =>
      who === undefined
        ? `${field} was changed to ${value} in the meantime.`
        : `${who} changed ${field} to ${value} ${when}.`,
    you: 'You, in another window,',
    justNow: 'just now',
    ago: (age: string) => `${age} ago`,
    theirs: 'Take theirs',
    mine: 'Keep mine',
  },
  leave: {
    title: 'Leave without saving?',
    text: 'Your changes to the settings have not been saved and would be lost.',
  },
  loadFailed: 'Failed to load the settings',
  problem: {
    name: 'Enter a name.',
    range: (min: number, max: number) => `Enter a whole number from ${min} to ${max}.`,
    command: 'Enter the command that has to pass.',
    address: 'Enter an address that begins with http:// or https://.',
  },
  empty: 'nothing',
} as const;
