import type { Entry } from './command.ts';

const PLAN_HELP = `pull writes the whole plan to FILE (or to standard output), with notes unless --no-notes is given. Edit it, and push it:
the plan gets exactly the edits. A plan that has changed since the pull is not touched, and you are told what changed;
--force pushes anyway. What you take out of the file stays in the plan unless you give --prune, which saves a checkpoint.

  # Foundations <!-- list 9c1f03ab -->     a list; the mark knows it again when you rename it
  Text below it is its brief.
  - [ ] T7 Lay the keel           a task; [x] done, [~] somebody works on it; without a number it is new
    Oak, seven meters.            its description; > begins lines that would look like something else
    - ( ) Straight to 2 mm        a check; (x) is ticked
    after: T3, Buy the oak        it waits for these: numbers, or titles of this file
    answers: r-12                 what it answers of the PRD
    blocked: no oak               why nobody can go on with it
    note finding: The oak is wet  adds a note: progress, finding, context or files
    - [ ] T8 Cut the timber       a task below a task is a subtask
    steps: The way                a name and brief of the list below it, if it has its own
    > The brief.

push also takes a plan that was not pulled: the same marks, lists are made by their names, a task of the same title in the
same place is the same task, and what the file does not mention stays as it is; or edits in JSON. All of it is done or nothing.`;

const COMPLETION_HELP = `bash: echo 'eval "$(baton completion bash)"' >> ~/.bashrc
zsh:  echo 'eval "$(baton completion zsh)"' >> ~/.zshrc   (below compinit)
fish: baton completion fish > ~/.config/fish/completions/baton.fish`;

const INIT_HELP = `Without --client every client that is in use here or in your home folder is set up. The names are
  claude codex gemini qwen opencode copilot amp goose cursor vscode windsurf zed cline roo kilo jetbrains
  claude-desktop chatgpt other

--sign-in   the client signs in through the browser; --key: it uses BATON_API_KEY, or the key of baton login. Without
            either: the key where this shell knows it, else signing in
--trust     also tell Codex and Gemini CLI that you trust this folder: they read nothing in others
--no-hooks  leave out what runs baton when a session begins, is compacted or ends
--remove    take it all out again

Other things in the files stay as they are. A second time changes nothing; another repository is never touched.`;

const PRIME_HELP = `What changed is counted from the last visit of this working tree, which is remembered; another worktree has its own.
--since gives another cursor. --hook prints it in the form in which that client takes it into its context, and nothing at
all when the server cannot be reached.`;

const HOOK_HELP = `baton init and the plug-in for Claude Code write these into the client's settings; nobody types them. pre-compact leaves
what the agent said since its last note as a progress note on the task it holds. stop tells an agent that ends its turn
with a baton in its hands, once for each claim. Nothing is printed and nothing fails when the server is away.`;

const PRD_HELP = `push stores FILE (or - for standard input) as the newest version, without planning it; the same text again changes nothing.
show writes every line with its number, role and requirement; --under takes a section by its number.
role sets the role of lines such as 40-52 or 12,15-17 for this and every later version: work, context, limit, done, or
reader to give them back. With --section, of the innermost section around them.`;

const RUN_HELP = `Each agent takes the next ready task, works on it in a git worktree of its own, and hands it on; what it delivered is
verified and, with --merge, brought onto the base branch as one commit. Without options: the client found in this folder,
one agent, in this folder, until nothing is ready.

--client     claude-code, codex, gemini, opencode, qwen-code, or a command such as 'my-agent --prompt-file {prompt}';
             several, with commas or one by one: agents take them in turn
--parallel   how many agents, each in a worktree below .baton/worktrees; --worktrees: also with one
--verify     the command that has to pass; without it the one of .baton.json or of the project
--setup      runs once in each new worktree, such as 'npm ci'
--merge      onto --base (the branch checked out here), one at a time; without it branches stay for you
--only       tasks of this list, or below this task
--tasks, --until, --budget   take no more after so many tasks, at that time, or for so many dollars where costs are known
--tries      how often a task may fail to verify (3); --stall: minutes of silence that end a try (15)
--allow      edit: change files, verify and call Baton; all: whatever the client can
--dry-run    what it would do, in order
--status, --pause, --resume, --stop, --stop now   of the run in this repository, from another terminal
Words after -- go to the client. .baton.json may have client, parallel, verify, setup and merge.
Ctrl+C finishes the current tasks and stops; twice it stops now, and what was done stays on its branches.`;

/** Every client-side command, imported lazily. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  login: {
    usage: 'login [--url URL] [--key -] [--project ID]',
    does: 'sign in to a server; asks for what is not given',
    load: async () => (await import('./commands/login.ts')).login,
  },
  init: {
    usage: 'init [--client NAME ...] [--sign-in|--key] [--trust] [--no-hooks] [--remove] [--project ID]',
    does: 'connect the agents of this folder: server, permission, instructions, hooks',
    more: INIT_HELP,
    load: async () => (await import('./commands/init.ts')).init,
  },
  mcp: {
    usage: 'mcp [--patience SECONDS]',
    does: 'run an MCP server on standard input and output, for clients without HTTP',
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  prime: {
    usage: 'prime [--since CURSOR] [--budget TOKENS] [--hook claude|codex|gemini|cursor]',
    does: 'where the project stands, and what changed since the last time here',
    more: PRIME_HELP,
    isQuiet: (args) => args.includes('--hook'),
    load: async () => (await import('./commands/prime.ts')).prime,
  },
  hook: {
    usage: 'hook claude|codex|gemini|cursor pre-compact|stop',
    does: 'what a client runs by itself: save what is not noted, say that a baton is held',
    more: HOOK_HELP,
    isQuiet: () => true,
    load: async () => (await import('./commands/hook.ts')).hook,
  },
  ready: {
    usage: 'ready [--limit N] [--cursor C]',
    does: 'the tasks that can be started now',
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
    usage: 'note progress|finding|context|files TEXT|- [--task T12] [--pin] [--supersedes ID] [--pr URL]',
    does: 'leave a note for whoever comes next',
    load: async () => (await import('./commands/note.ts')).note,
  },
  done: {
    usage:
      'done [T12] --summary TEXT|- [--check N="what was seen" ...] [--verify] [--files A,B] [--evidence TEXT] [--pr URL] [--next] [--skip] [--baton TOKEN]',
    does: 'end the work on a task, and take the next one with --next',
    load: async () => (await import('./commands/finish.ts')).done,
  },
  release: {
    usage: 'release [T12] [--summary TEXT] [--baton TOKEN]',
    does: 'put a task back for somebody else',
    load: async () => (await import('./commands/finish.ts')).release,
  },
  block: {
    usage: 'block [T12] --summary TEXT [--baton TOKEN]',
    does: 'say that a task cannot go on, and why',
    load: async () => (await import('./commands/finish.ts')).block,
  },
  ask: {
    usage: 'ask [T12] QUESTION [--option "LABEL: CONSEQUENCE" ...] [--summary TEXT] [--baton TOKEN]',
    does: 'hand a task back with a question that a person must answer first',
    load: async () => (await import('./commands/finish.ts')).ask,
  },
  answer: {
    usage: 'answer T12 [TEXT|-] [--option N] [--decide]',
    does: 'answer what an agent has asked; --decide leaves it to the agent',
    load: async () => (await import('./commands/answer.ts')).answer,
  },
  add: {
    usage:
      'add TITLE [--under T4|--list NAME] [--after T3|--first] [--check TEXT ...] [--depends T2 ...] [--description TEXT|-]',
    does: 'add a task',
    load: async () => (await import('./commands/add.ts')).add,
  },
  edit: {
    usage:
      'edit T4 [--title TEXT] [--description TEXT|-] [--check TEXT ...] [--add-check TEXT ...] [--status open|done] [--blocked REASON]',
    does: 'change a task; --check replaces all its checks, and an empty --blocked lifts the block',
    load: async () => (await import('./commands/edit.ts')).edit,
  },
  move: {
    usage: 'move T4 [--under T2|--list NAME] [--after T3|--first]',
    does: 'move a task, with everything below it, to another place',
    load: async () => (await import('./commands/move.ts')).move,
  },
  depend: {
    usage: 'depend T4 T2 ... [--remove]',
    does: 'make a task wait for others, or stop waiting',
    load: async () => (await import('./commands/depend.ts')).depend,
  },
  rm: {
    usage: 'rm T4 ... [--yes]',
    does: 'delete a task with everything below it; asks first',
    load: async () => (await import('./commands/rm.ts')).rm,
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
    usage: 'plan pull [FILE] [--no-notes] [--force] | push FILE [--dry-run] [--prune] [--force]',
    does: 'the plan as a file: pull it, edit it, push the edits',
    more: PLAN_HELP,
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  project: {
    usage:
      'project [--name NAME] [--batons N] [--lease MINUTES] [--done-means word|checks|verified] [--verify COMMAND] [--verify-timeout MINUTES] [--verify-tries N] [--repository URL]',
    does: 'the project’s settings; with options, sets them',
    load: async () => (await import('./commands/project.ts')).project,
  },
  prd: {
    usage: 'prd push FILE | show [--under 3.2] | role ROLE LINES [--section]',
    does: 'store the PRD, see the role of every line, change roles',
    more: PRD_HELP,
    load: async () => (await import('./commands/prd.ts')).prd,
  },
  coverage: {
    usage: 'coverage',
    does: 'how many work lines of the PRD are planned, and which are not',
    load: async () => (await import('./commands/coverage.ts')).coverage,
  },
  checkpoint: {
    usage: 'checkpoint save [NAME] | list | diff ID|NAME | restore ID|NAME | delete ID|NAME [-y]',
    does: 'snapshots of the plan',
    load: async () => (await import('./commands/checkpoint.ts')).checkpoint,
  },
  export: {
    usage: 'export [--format json|markdown] [--checkpoints all|none|N] [FILE]',
    does: 'the whole project as one document',
    load: async () => (await import('./commands/export.ts')).exportProject,
  },
  import: {
    usage: 'import FILE [--into] [--name NAME] [--format baton|task-master|beads|backlog-md]',
    does: 'import a project, as a new one or into this one',
    load: async () => (await import('./commands/import.ts')).importProject,
  },
  run: {
    usage:
      'run [--client NAME|COMMAND ...] [--parallel N] [--worktrees] [--verify COMMAND] [--setup COMMAND] [--merge|--no-merge] [--base BRANCH] [--only LIST|TASK] [--tasks N] [--until HH:MM] [--budget DOLLARS] [--tries N] [--stall MINUTES] [--allow edit|all] [--dry-run|--status|--pause|--resume|--stop|--demo] [-- WORDS]',
    does: 'start your agents on the tasks, each in a worktree; verify, merge, and take the next',
    more: RUN_HELP,
    load: async () => (await import('./commands/run.ts')).runAgents,
  },
  watch: {
    usage: 'watch [--since N]',
    does: 'where things stand, then what changes, one line per event; --since only follows',
    load: async () => (await import('./commands/watch.ts')).watch,
  },
  report: {
    usage: 'report [--since 8h|2d|yesterday|DATE] [--markdown]',
    does: 'what happened while you were away: done, handed over, asked, blocked, stopped',
    more: 'Without --since: since the owner of the project was last there in the browser. --markdown has links to the tasks.',
    load: async () => (await import('./commands/report.ts')).report,
  },
  completion: {
    usage: 'completion bash|zsh|fish',
    does: 'print what your shell needs to complete commands, options and tasks',
    more: COMPLETION_HELP,
    load: async () => (await import('./commands/completion.ts')).completionOf(COMMANDS),
  },
  doctor: {
    usage: 'doctor',
    does: 'find out what keeps an agent from working, and how to fix it',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
};

/** Commands that the program starts itself: in no list of commands. */
export const OWN_COMMANDS: Readonly<Record<string, Entry>> = {
  'run-demo-agent': {
    usage: 'run-demo-agent',
    does: 'play an agent of baton run --demo',
    load: async () => (await import('./run/demo/demo-agent.ts')).demoAgent,
  },
};
