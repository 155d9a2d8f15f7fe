import { z } from 'zod';

const Row = z.object({
  requirement: z.object({ id: z.string(), section: z.string(), text: z.string() }).optional(),
  list: z.unknown().optional(),
  task: z.int().optional(),
  title: z.string().optional(),
});

/** What a request asked for, as the model would read it. */
export interface Asked {
  kind: 'section' | 'rest' | 'links';
  model: string;
  system: string;
  prompt: string;
  requirements: { id: string; section: string; text: string }[];
  lists: { key: string; name: string }[];
  tasks: { task: number; list: string; title: string }[];
}

const OfferedList = z.object({ key: z.string(), name: z.string() });

/** Reads the quoted rows of a prompt. Throws when the quotation is not closed exactly once. */
export function readQuestion(model: string, system: string, prompt: string, schema: unknown): Asked {
  const [, quoted, ...more] = prompt.split(/<prd_data>\n|\n<\/prd_data>/);
  if (quoted === undefined || more.length !== 1) throw new Error('the PRD is not quoted as one block');
  const rows = quoted.split('\n').map((line) => Row.parse(JSON.parse(line)));
  const lists = rows.flatMap(({ list }) => OfferedList.safeParse(list).data ?? []);
  const asksForLinks = z.object({ properties: z.object({ duplicates: z.unknown() }) }).safeParse(schema).success;
  return {
    kind: asksForLinks ? 'links' : lists.length > 0 ? 'rest' : 'section',
    model,
    system,
    prompt,
    requirements: rows.flatMap(({ requirement }) => requirement ?? []),
    lists,
    tasks: rows.flatMap(({ task, title, list }) =>
      task === undefined ? [] : [{ task, title: title ?? '', list: typeof list === 'string' ? list : '' }],
    ),
  };
}

/** A plan such as a model would give: a list per section, a task per requirement, a large section broken down. */
export function answerPlausibly(asked: Asked): unknown {
  if (asked.kind === 'links') return answerLinks(asked);
  const sections = [...Map.groupBy(asked.requirements, ({ section }) => section)];
  const lists: unknown[] = [];
  const tasks: unknown[] = [];
  for (const [place, [section, requirements]] of sections.entries()) {
    const name = section.split(' > ').at(-1) || 'Requirements';
    const list = asked.lists.find((offered) => offered.name === name)?.key ?? `list-${place}`;
    const brief = `Goal: deliver ${name}.\nConstraints: as the PRD says.\nDefinition of done: all checks hold.`;
    if (list === `list-${place}`) lists.push({ key: list, parent: null, name, brief });
    const inner = requirements.length > 4 ? `inner-${place}` : list;
    if (inner !== list) {
      tasks.push(task(`parent-${place}`, list, `Build ${name}`, []));
      lists.push({ key: inner, parent: `parent-${place}`, name: `Parts of ${name}`, brief });
    }
    for (const [step, requirement] of requirements.entries()) {
      const after = step === 0 ? [] : [`task-${place}-${step - 1}`];
      tasks.push(task(`task-${place}-${step}`, inner, `Add ${requirement.text}`, [requirement.id], after));
    }
  }
  return { lists, tasks };
}

/** What comes first is needed by what comes last; of two tasks with one title the second is the same work. */
function answerLinks({ tasks }: Asked): unknown {
  const first = tasks[0];
  const firstOf = (title: string) => tasks.find((other) => other.title === title);
  const double = tasks.find((task) => firstOf(task.title) !== task);
  const last = tasks.findLast((task) => task.list !== first?.list && task !== double);
  return {
    dependencies: first && last ? [{ task: last.task, after: first.task }] : [],
    duplicates: double ? [{ keep: firstOf(double.title)?.task, drop: double.task }] : [],
  };
}

const task = (key: string, list: string, title: string, requirements: string[], after: string[] = []) => ({
  key,
  list,
  title: title.slice(0, 100),
  description: `${title}, as the PRD describes it.`,
  checks: [`${title.slice(0, 80)} can be seen to work`],
  requirements,
  enabler: false,
  after,
});
