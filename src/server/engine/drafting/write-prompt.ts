import type { PlanDraft } from '#contract/plan-draft.ts';
import type { Requirement } from '#contract/requirement.ts';
import { ANSWERS, type DetailAnswer, type OutlineAnswer } from './answers.ts';
import type { Question } from './ask-model.ts';
import { cleanLine } from './clean-text.ts';
import { estimateTokens, type PrdRow } from './number-lines.ts';
import { DETAIL_RULES, OUTLINE_RULES } from './prompt-texts.ts';
import { writeRanges } from './read-ranges.ts';

/** The outline as shown: by number, with the lines of each task. */
export interface ShownPlan {
  lists: { list: number; name: string; goal: string }[];
  tasks: { task: number; list: number; title: string; lines: string }[];
}

/** Shares of a request's token budget. The rest is for instructions and estimation errors. */
export const SHARES = { lines: 0.6, outline: 0.2, hints: 0.1 };

const OUTLINE_BYTES = 2 * 1024 ** 2;
const DETAIL_BYTES = 1024 ** 2;

/** Asks for lists, tasks and role corrections of these lines, in addition to the outline so far. */
export function askForOutline(
  rows: readonly PrdRow[],
  { hints, shown, maxTasks, room }: { hints: readonly object[]; shown: ShownPlan; maxTasks: number; room: number },
): Question<OutlineAnswer> {
  const isMore = shown.tasks.length > 0;
  const quoted = [...fitting(hints, room * SHARES.hints), ...showPlan(shown, room), ...rows.map(asArray)];
  const prompt = isMore
    ? `${quote(quoted)}\n\nThe document is outlined in parts. Above are the lists and tasks of the parts before, and the lines of the next part. Give what it adds: new tasks in those lists or in new ones, numbered on from ${shown.tasks.length + 1}, and in "more" the lines that belong to tasks that are there. The whole plan has at most ${maxTasks} tasks.`
    : `${quote(quoted)}\n\nOutline the plan for the lines above in at most ${maxTasks} tasks.`;
  return outlineQuestion(prompt);
}

/** Asks which task covers the lines that an outline left out. */
export function askForRest(rows: readonly PrdRow[], shown: ShownPlan, room: number): Question<OutlineAnswer> {
  const quoted = [...showPlan(shown, room), ...rows.map(asArray)];
  return outlineQuestion(
    `${quote(quoted)}\n\nThe plan has the lists and tasks above, and no task answers these lines of role work or done. Give each of them to a task that is there ("more"), to a new task numbered on from ${shown.tasks.length + 1}, or, if it asks for nothing, correct its role.`,
  );
}

const outlineQuestion = (prompt: string): Question<OutlineAnswer> => ({
  instructions: OUTLINE_RULES,
  prompt,
  schema: ANSWERS.plan_outline,
  name: 'plan_outline',
  maxBytes: OUTLINE_BYTES,
});

/** Asks for a list's brief and its tasks' texts, showing the whole outline and the list's sections. */
export function askForDetails(
  { list, tasks }: { list: number; tasks: readonly number[] },
  { rows, shown, room }: { rows: readonly PrdRow[]; shown: ShownPlan; room: number },
): Question<DetailAnswer> {
  const quoted = [...showPlan(shown, room), ...rows.map(asArray)];
  return {
    instructions: DETAIL_RULES,
    prompt: `${quote(quoted)}\n\nWrite the brief of list ${list}, and descriptions and checks for its tasks ${tasks.join(', ')}.`,
    schema: ANSWERS.list_details,
    name: 'list_details',
    maxBytes: DETAIL_BYTES,
  };
}

/** The built-in plan's tasks on these lines, as hints about structure and duplicates. */
export function listHints(builtIn: PlanDraft, requirements: readonly Requirement[], rows: readonly PrdRow[]): object[] {
  const linesOf = new Map(
    requirements.map(({ id, start_line, end_line }) => [id, { start: start_line, end: end_line }]),
  );
  const nameOf = new Map(builtIn.lists.map(({ key, name }) => [key, name]));
  const [first, last] = [rows.at(0)?.line ?? 0, rows.at(-1)?.line ?? 0];
  return builtIn.tasks.flatMap(({ title, list, requirement_ids, parked }) => {
    const ranges = requirement_ids.flatMap((id) => linesOf.get(id) ?? []);
    if (!ranges.some(({ start, end }) => start <= last && end >= first)) return [];
    const hint = { hint: cleanLine(title, 120), list: nameOf.get(list) ?? '', lines: writeRanges(ranges) };
    return [parked ? { ...hint, later: true } : hint];
  });
}

const asArray = ({ line, role, text, ids }: PrdRow) => [line, role, text, ...ids];

/** Lists are always shown; of tasks the newest that fit. */
function showPlan({ lists, tasks }: ShownPlan, room: number): object[] {
  const shown = fitting(lists, (room * SHARES.outline) / 2);
  return [...shown, ...fitting(tasks.toReversed(), (room * SHARES.outline) / 2).toReversed()];
}

function fitting(rows: readonly object[], maxTokens: number): object[] {
  let tokens = 0;
  return rows.filter((row) => {
    tokens += estimateTokens(JSON.stringify(row));
    return tokens <= maxTokens;
  });
}

/** `<` is escaped, so that no quoted text can close the quotation (prompt injection). */
const quote = (rows: readonly object[]) =>
  `<prd_data>\n${rows.map((row) => JSON.stringify(row).replaceAll('<', '\\u003c')).join('\n')}\n</prd_data>`;
