import { z } from 'zod';

const Line = z
  .tuple([z.int(), z.string(), z.string()], z.string())
  .transform(([line, role, text, ...ids]) => ({ line, role, text, ids }));
const List = z.strictObject({ list: z.int(), name: z.string(), goal: z.string() });
const Task = z.strictObject({ task: z.int(), list: z.int(), title: z.string(), lines: z.string() });
const Hint = z.strictObject({
  hint: z.string(),
  list: z.string(),
  lines: z.string(),
  later: z.literal(true).optional(),
});
const Row = z.union([
  Line.transform((line) => ({ line })),
  List.transform((list) => ({ list })),
  Task.transform((task) => ({ task })),
  Hint.transform((hint) => ({ hint })),
]);

/** A parsed request. */
export interface Asked {
  kind: 'outline' | 'rest' | 'details';
  model: string;
  system: string;
  prompt: string;
  lines: z.infer<typeof Line>[];
  lists: z.infer<typeof List>[];
  tasks: z.infer<typeof Task>[];
  hints: z.infer<typeof Hint>[];
  /** The tasks whose texts are requested. */
  wanted: number[];
}

/** Parses the quoted rows of a prompt. Throws unless the quotation is closed exactly once. */
export function readQuestion(model: string, system: string, prompt: string, schema: unknown): Asked {
  const [, quoted, words, ...more] = prompt.split(/<prd_data>\n|\n<\/prd_data>/);
  if (quoted === undefined || words === undefined || more.length > 0)
    throw new Error('the PRD is not quoted as one block');
  const rows = quoted.split('\n').map((line) => Row.parse(JSON.parse(line)));
  const asksForDetails = z.object({ properties: z.object({ brief: z.unknown() }) }).safeParse(schema).success;
  const [, wanted = ''] = /checks for its tasks ([\d, ]+)\./.exec(words) ?? [];
  return {
    kind: asksForDetails ? 'details' : words.includes('no task answers') ? 'rest' : 'outline',
    model,
    system,
    prompt,
    lines: rows.flatMap((row) => ('line' in row ? [row.line] : [])),
    lists: rows.flatMap((row) => ('list' in row ? [row.list] : [])),
    tasks: rows.flatMap((row) => ('task' in row ? [row.task] : [])),
    hints: rows.flatMap((row) => ('hint' in row ? [row.hint] : [])),
    wanted: wanted === '' ? [] : wanted.split(', ').map(Number),
  };
}

export interface OutlineGiven {
  lists: { list: number; name: string; goal: string }[];
  tasks: {
    task: number;
    list: number;
    title: string;
    lines: string;
    after: number[];
    done: boolean;
    later: boolean;
  }[];
  more: { task: number; lines: string }[];
  corrections: { lines: string; role: string }[];
}

/** A plausible answer: a list per heading, a task per work line, each depending on the one before. */
export function answerPlausibly(asked: Asked): unknown {
  return asked.kind === 'details' ? answerDetails(asked) : answerOutline(asked);
}

export function answerOutline({ lines, lists, tasks }: Asked): OutlineGiven {
  const given: OutlineGiven = { lists: [], tasks: [], more: [], corrections: [] };
  let heading = 'Plan';
  for (const { line, role, text } of lines) {
    const [, found] = /^#+ (.+)$/.exec(text) ?? [];
    heading = found ?? heading;
    if (found !== undefined || (role !== 'work' && role !== 'done')) continue;
    let list = [...lists, ...given.lists].find(({ name }) => name === heading)?.list;
    if (list === undefined) {
      list = lists.length + given.lists.length + 1;
      given.lists.push({ list, name: heading, goal: `Goal: deliver ${heading}.` });
    }
    const before = given.tasks.findLast((task) => task.list === list);
    given.tasks.push({
      task: tasks.length + given.tasks.length + 1,
      list,
      title: `Add ${text.replace(/^[-*] (\[.\] )?/, '')}`.slice(0, 100),
      lines: String(line),
      after: before === undefined ? [] : [before.task],
      done: false,
      later: false,
    });
  }
  return given;
}

function answerDetails({ tasks, wanted }: Asked): unknown {
  return {
    brief: 'Goal: as the PRD says.\nDefinition of done: all checks hold.',
    tasks: tasks
      .filter(({ task }) => wanted.includes(task))
      .map(({ task, title, lines }) => ({
        task,
        description: `${title}, as the PRD describes it.`,
        checks: [{ text: `${title.slice(0, 80)} can be seen to work`, lines }],
      })),
  };
}
