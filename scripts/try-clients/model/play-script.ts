import type { Conversation, Fields, Reply, Tool, ToolCall, ToolResult } from './conversation.ts';

/** The script: one task, by Baton's tools. */
export const STEPS = ['orient', 'task_claim', 'note', 'task_finish'] as const;
export type Step = (typeof STEPS)[number];

export const NOTE = 'The stand-in model was here and left this note.';
const SUMMARY = 'Done by the stand-in model, without looking at any file.';

/** Progress of a conversation. */
export interface Progress {
  /** The next step; undefined when all are done. */
  next: Step | undefined;
  /** What came back instead of Baton's answer, when a step failed. */
  refusal?: string;
}

/** Patterns of Baton's successful answers. */
const GOOD: Record<Step, RegExp> = {
  orient: /\d+\/\d+ done/,
  task_claim: /Yours: (T\d+), baton (\d+(?:\.[a-z0-9]+)?)/,
  note: /Note [0-9a-f-]{36}/,
  task_finish: /\bT\d+\b.*\bdone\b/is,
};

export function readProgress({ results }: Pick<Conversation, 'results'>): Progress {
  for (const step of STEPS) {
    const answer = answerTo(step, results);
    if (answer === undefined) return { next: step };
    if (!GOOD[step].test(answer)) return { next: step, refusal: answer };
  }
  return { next: undefined };
}

const answerTo = (step: Step, results: readonly ToolResult[]): string | undefined =>
  results.findLast(({ of }) => new RegExp(`${step}(?:$|\\s)`).test(of))?.text;

/** The model's next reply: a call, as long as all previous steps succeeded. */
export function playScript(conversation: Conversation, mentioned: readonly string[] = []): Reply {
  const { next, refusal } = readProgress(conversation);
  if (refusal !== undefined || next === undefined) return { text: 'That is all for today.' };
  const call = callFor(next, conversation, mentioned);
  return call === undefined ? { text: `There is no tool ${next} here.` } : { call };
}

const callFor = (step: Step, conversation: Conversation, mentioned: readonly string[]): ToolCall | undefined =>
  callStep(step, inputFor(step, conversation.results), conversation, mentioned);

/** A call of one of Baton's tools, by the name the client gives it. */
export function callStep(
  step: Step,
  input: Fields,
  { tools, results }: Conversation,
  mentioned: readonly string[],
): ToolCall | undefined {
  const id = `call_${step}`;
  const tool = findTool(tools, step);
  if (tool !== undefined) return { id, tool, input };

  // Some clients list only tool names at first, with a tool to search for the rest.
  const hidden = mentioned.find((name) => isStep(name, step));
  const search = tools.find(({ name }) => /^tool_?search$/i.test(name));
  if (hidden === undefined || search === undefined) return undefined;
  const isLookedUp = results.some(({ of }) => of.startsWith('look_up'));
  if (!isLookedUp)
    return { id: 'look_up', tool: search, input: { query: `select:${mentioned.join(',')}`, max_results: 10 } };
  const through = tools.find(({ name }) => name === 'tool_call');
  return through === undefined
    ? { id, tool: { name: hidden }, input }
    : { id, tool: through, input: { name: hidden, arguments: input } };
}

/** Clients prefix tools with the server's name in different ways. */
export const findTool = (tools: readonly Tool[], step: Step): Tool | undefined =>
  tools.find(({ name, group = '' }) => isStep(`${group}__${name}`, step));

const isStep = (name: string, step: Step): boolean => new RegExp(`baton.*[_.-]${step}$`).test(name);

/** Names of Baton's tools anywhere in a request. */
export const namesIn = (request: string): string[] => [...new Set(request.match(/mcp__baton[\w-]*?__\w+/g))];

function inputFor(step: Step, results: readonly ToolResult[]): Fields {
  const [, id = '', baton = ''] = GOOD.task_claim.exec(answerTo('task_claim', results) ?? '') ?? [];
  switch (step) {
    case 'orient':
    case 'task_claim':
      return {};
    case 'note':
      return { type: 'finding', body: NOTE, task: id };
    case 'task_finish':
      return { id, baton: baton.includes('.') ? baton : Number(baton), outcome: 'done', summary: SUMMARY };
  }
}
