export const hero = {
  title: 'One agent holds the\u00a0baton.',
  lead: 'Baton is the context store for AI coding agents. The plan, the notes and the checkpoints live outside the chat, and a single work-in-progress lock lets one agent work on it at a time.',
  setup: 'Setup in 2 minutes',
};

export const relayLabel =
  'Three agent sessions hand one plan on: claude-code to codex-cli to cursor. Each leaves a checkpoint with its notes; only cursor holds the baton now.';

export const taskScreenLabel =
  'The task screen: a tree of tasks with the path to the active one lit, the task an agent holds, and the notes it wrote.';

export const differentiators = {
  title: 'Built for the work between sessions',
  lock: {
    title: 'A single work-in-progress lock',
    text: 'One task is in progress at a time. A second agent that asks is told who holds it and since when, and nothing changes.',
  },
  checkpoints: {
    title: 'Checkpoints, not memory',
    text: 'Each finished step is a point to resume from. A crash costs minutes, not the plan.',
  },
  notes: {
    title: 'Notes outlive the chat',
    text: 'Progress, findings, context and file lists stay with the task after the window is gone.',
  },
  plan: {
    title: 'A nested plan from your PRD',
    text: 'Upload Markdown. Get task lists with briefs, in order, ready to be taken one by one.',
  },
  clients: {
    title: 'One key, every client',
    text: 'Claude Code, Cursor, VS Code, Codex CLI, Windsurf and Gemini CLI share the same state.',
  },
  live: {
    title: 'You see it happen',
    text: 'The tree moves as agents work. No refresh, no asking “where are we?”',
  },
};

export const comparison = {
  title: 'Built-in todos, and Baton',
  rows: [
    { what: 'Survives a new session', todos: 'Lost with the context window', baton: 'Kept per project' },
    { what: 'Shared between clients', todos: 'One client only', baton: 'Any client with the key' },
    { what: 'Two agents at once', todos: 'Both edit the same files', baton: 'One holds the baton' },
    { what: 'Why a choice was made', todos: 'Scrolled away', baton: 'Findings and context notes' },
    { what: 'Plan size', todos: 'A flat list', baton: 'A tree of task lists' },
    { what: 'What you can see', todos: 'Whatever the chat shows', baton: 'Live tree, notes and progress' },
  ],
};

export const steps = {
  title: 'How it works',
  write: { title: 'Write or upload a PRD', text: 'Markdown in, a nested plan out. You read it before any agent does.' },
  connect: { title: 'Connect an agent', text: 'One command, or a few lines of config, in the client you already use.' },
  watch: {
    title: 'Watch the baton move',
    text: 'The agent takes a task, leaves notes and hands over. You follow along.',
  },
};

export const questions = [
  {
    question: 'Is this another project tracker?',
    answer:
      'No. It is a context store for agents. You get a clear view of it, but the reader and the writer are agents.',
  },
  {
    question: 'What happens when an agent stops halfway?',
    answer:
      'Its lock shows how long it has been quiet. When the lock runs out, the next agent takes the task with every note already there.',
  },
  {
    question: 'Which agents can use it?',
    answer: 'Any client that speaks MCP over HTTP, with your API key and a project id.',
  },
];

/** Only where there are plans. */
export const planQuestions = [
  {
    question: 'Is there a free plan?',
    answer: 'Yes. Free is forever: one active project, one PRD upload and one task list generation a month.',
  },
];

export const final = {
  title: 'Hand it over.',
  text: 'Give your agents one plan, one lock and a memory that stays.',
};
