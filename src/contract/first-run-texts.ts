/** Texts of the first steps on the projects page. The title and the button of step 1 are in PROJECT_TEXTS. */
export const FIRST_RUN_TEXTS = {
  hello: (name: string) => `Hello, ${name}.`,
  lead: 'One project, one PRD, one key. Then hand it to your agent.',
  listTitle: 'First steps',
  hide: 'Hide first steps',
  done: 'done',
  step: (n: number) => `step ${n} of 3`,
  after: (n: number) => `after step ${n}`,
  create: 'Create a project',
  createHint: 'One per repository works best. Only the name is needed.',
  nameLabel: 'Project name',
  prd: 'Give it a PRD',
  prdHint: 'Drop a Markdown file. You see what every line becomes before anything is planned.',
  drop: 'Drop a Markdown file here',
  write: 'or write it in the editor',
  connect: 'Connect an agent',
  connectLater: 'One command for your client. It takes the first task by itself.',
  connectHint: 'Run this in the repository, then sign in: type /mcp in claude, choose baton and Authenticate.',
  copyCommand: 'Copy the command',
  otherClients: 'Cursor, VS Code, Codex and others',
  allDone: (agent: string) => `First steps done: ${agent} is connected and can take the first task.`,
  connected: (agent: string) => `${agent} connected`,
  tasks: (tasks: number, lists: number) =>
    `${tasks === 1 ? '1 task' : `${tasks.toLocaleString('en-US')} tasks`} in ${lists === 1 ? '1 list' : `${lists} lists`}`,
  stored: (lines: number) => `stored, ${lines === 1 ? '1 line' : `${lines.toLocaleString('en-US')} lines`} to plan`,
  looking: 'Just looking?',
  about: 'Harbor API: 26 tasks, a PRD, six days of history. It takes no place of yours, and one click removes it.',
  load: 'Load the example project',
} as const;

/** The example project: its badge, its removal, and a failure to load it. */
export const EXAMPLE_TEXTS = {
  badge: 'Example',
  remove: 'Remove the example',
  removed: 'Example removed',
  removedText: 'Load it again whenever you like.',
  failedTitle: 'Error',
  failed: 'Failed to load the example project',
} as const;
