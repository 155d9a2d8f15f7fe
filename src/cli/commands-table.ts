import type { Command } from './command.ts';

export interface Entry {
  usage: string;
  does: string;
  /** What a person who asks for help with this one command is told beyond that. */
  more?: string;
  load(): Promise<Command>;
}

const PLAN_HELP = `FILE (or - for standard input) is a plan in Markdown, or the ops of plan_edit in JSON.

  # Foundations                   a heading is a list; it is made when there is none of this name
  - [ ] Lay the keel              a line with a box is a task; [x] says that it is done
    Oak, seven metres.            text below a task is its description
    - Straight to 2 mm            a plain point below a task is a check: done when
    after: T3, Buy the oak        it waits for these: numbers, or titles of this file
    - [ ] Cut the timber          a task below a task is a subtask
  - [ ] T7 Caulk the seams        T7 is already there: this is its title now

All of it is done or nothing. A task of the same title in the same place is the same task: pushing a file again changes
only what has changed in it. Nothing is removed.`;

const PRD_HELP = `push stores FILE (or - for standard input) as the newest version, without planning it; the same text again changes nothing.
show writes every line with its number, role and requirement; --under takes a section by its number.
role sets the role of lines such as 40-52 or 12,15-17 for this and every later version: work, context, limit, done, or
reader to give them back. With --section, of the innermost section around them.`;

/** Every command of this side, loaded when it is called. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  login: {
    usage: 'login [--url URL] [--key -] [--project ID]',
    does: 'sign in to a server; asks for what is not said',
    load: async () => (await import('./commands/login.ts')).login,
  },
  init: {
    usage: 'init [--client claude|cursor|vscode|codex|windsurf|gemini ...] [--project ID]',
    does: 'connect the agents of this folder: their MCP configuration and AGENTS.md',
    load: async () => (await import('./commands/init.ts')).init,
  },
  mcp: {
    usage: 'mcp [--patience SECONDS]',
    does: 'be an MCP server on standard input and output, for clients without HTTP',
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  prime: {
    usage: 'prime [--since CURSOR] [--budget TOKENS]',
    does: 'where the project stands: the first thing to read',
    load: async () => (await import('./commands/prime.ts')).prime,
  },
  ready: {
    usage: 'ready [--limit N] [--cursor C]',
    does: 'what could be begun now',
    load: async () => (await import('./commands/ready.ts')).ready,
  },
  claim: {
    usage: 'claim [T12] [--agent NAME] [--takeover --reason TEXT]',
    does: 'take the baton for a task, or for the next ready one',
    load: async () => (await import('./commands/claim.ts')).claim,
  },
  show: {
    usage: 'show T12 [--budget TOKENS]',
    does: 'the brief for one task',
    load: async () => (await import('./commands/show.ts')).show,
  },
  note: {
    usage: 'note progress|finding|context|files TEXT|- [--task T12] [--pin] [--supersedes ID]',
    does: 'leave a note for whoever comes next',
    load: async () => (await import('./commands/note.ts')).note,
  },
  done: {
    usage: 'done [T12] --summary TEXT|- [--files A,B] [--evidence TEXT] [--next] [--skip] [--baton N]',
    does: 'end the work on a task, and take the next one with --next',
    load: async () => (await import('./commands/finish.ts')).done,
  },
  release: {
    usage: 'release [T12] [--summary TEXT] [--baton N]',
    does: 'put a task back for somebody else',
    load: async () => (await import('./commands/finish.ts')).release,
  },
  block: {
    usage: 'block [T12] --summary TEXT [--baton N]',
    does: 'say that a task cannot go on, and why',
    load: async () => (await import('./commands/finish.ts')).block,
  },
  tree: {
    usage: 'tree [T12] [--status open|wip|done|ready|blocked] [--depth N] [--limit N] [--cursor C]',
    does: 'the plan, one line per task',
    load: async () => (await import('./commands/tree.ts')).tree,
  },
  search: {
    usage: 'search WORDS [--limit N] [--cursor C]',
    does: 'find words in tasks, notes and the PRD',
    load: async () => (await import('./commands/search.ts')).search,
  },
  plan: {
    usage: 'plan push FILE [--dry-run]',
    does: 'bring the plan to what a file says',
    more: PLAN_HELP,
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  prd: {
    usage: 'prd push FILE | show [--under 3.2] | role ROLE LINES [--section]',
    does: 'store the PRD, see what its lines are good for, change that',
    more: PRD_HELP,
    load: async () => (await import('./commands/prd.ts')).prd,
  },
  coverage: {
    usage: 'coverage',
    does: 'how many work lines of the PRD are planned, and which are not',
    load: async () => (await import('./commands/coverage.ts')).coverage,
  },
  checkpoint: {
    usage: 'checkpoint save [NAME] | list | diff ID|NAME | restore ID|NAME',
    does: 'snapshots of the plan',
    load: async () => (await import('./commands/checkpoint.ts')).checkpoint,
  },
  export: {
    usage: 'export [--format json|markdown] [FILE]',
    does: 'the whole project as one document',
    load: async () => (await import('./commands/export.ts')).exportProject,
  },
  import: {
    usage: 'import FILE [--into] [--name NAME] [--format baton|task-master|beads|backlog-md]',
    does: 'take a project in, as a new one or into this one',
    load: async () => (await import('./commands/import.ts')).importProject,
  },
  watch: {
    usage: 'watch [--since N]',
    does: 'follow what changes, one line per event',
    load: async () => (await import('./commands/watch.ts')).watch,
  },
  doctor: {
    usage: 'doctor',
    does: 'find out what keeps an agent from working, and what to do',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
};
