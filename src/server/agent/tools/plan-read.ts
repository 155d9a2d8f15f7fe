import { z } from 'zod';
import { SEARCH_QUERY_MAX, TASK_LIST_NAME_MAX } from '#contract/constants.ts';
import { type Id, requiredText } from '#contract/fields.ts';
import type { SearchHit } from '#contract/search.ts';
import { BUDGET_DEFAULT } from '#contract/tools.ts';
import type { EngineContext } from '#server/engine/index.ts';
import { type OutlineLine, readOutline, readTaskRef, searchProject } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { composePage, oneLine, readCursor, tellNext } from '../rules.ts';
import { type Answer, defineTool, reading } from '../tool.ts';
import { NOTE_WORDS } from './note-line.ts';
import { answerPlanReadPrd } from './plan-read-prd.ts';

const LIMIT = 30;
const WAITS_SHOWN = 8;
const HITS = 10;
const HITS_MAX = 50;
/** Budget per line when the caller asks for more lines than the default. */
const LINE_TOKENS = 30;

const Input = z.strictObject({
  prd: z.boolean().optional(),
  under: requiredText(TASK_LIST_NAME_MAX).optional(),
  q: requiredText(SEARCH_QUERY_MAX).optional(),
  status: z.enum(['open', 'wip', 'done', 'ready', 'blocked']).optional(),
  depth: z.int().min(1).max(16).optional(),
  limit: z.int().min(1).max(200).optional(),
  cursor: requiredText(64).optional(),
});
type Input = z.infer<typeof Input>;

export async function answerPlanRead(ctx: EngineContext, projectId: Id, input: Input): Promise<Answer> {
  if (input.prd === true) return answerPlanReadPrd(ctx, projectId, input);
  return input.q === undefined ? outline(ctx, projectId, input) : search(ctx, projectId, input, input.q);
}

export const planReadTool = defineTool({
  name: 'plan_read',
  description: 'The plan. q: search tasks, notes, PRD. prd: by line, with roles and tasks (under: "§3").',
  annotations: reading('Read plan'),
  input: Input,
  untaught: ['depth', 'limit'],
  answer: answerPlanRead,
});

async function outline(ctx: Context, projectId: Id, input: Input): Promise<Answer> {
  const { under, status } = input;
  const limit = input.limit ?? LIMIT;
  const offset = readCursor(input.cursor);
  const found = await readOutline(ctx, projectId, {
    under: under === undefined ? undefined : readTaskRef(under, 'under'),
    status,
    depth: input.depth ?? (under === undefined ? 2 : 1),
    limit,
    offset,
  });
  const lines = found.slice(0, limit);
  if (lines.length === 0) return { text: nothing(input), data: { tasks: [], nextCursor: null } };
  const nextAfter = (shown: number) => (shown < found.length ? String(offset + shown) : null);
  const { text, shown } = composePage(
    outlineEntries(lines, status !== undefined, offset),
    budgetFor(input.limit),
    (count) => tellNext(nextAfter(count)),
  );
  return { text, data: { tasks: lines.slice(0, shown), nextCursor: nextAfter(shown) } };
}

/** The budget grows with the number of lines the caller asked for. */
const budgetFor = (limit: number | undefined) => Math.max(BUDGET_DEFAULT, (limit ?? 0) * LINE_TOKENS);

function nothing({ under, status, cursor }: Input): string {
  if (cursor !== undefined) return 'Nothing more.';
  if (status !== undefined) return `No task is ${status}${under === undefined ? '' : ` below ${under}`}.`;
  return under === undefined ? 'The plan is empty. plan_edit adds tasks.' : `${under} has no subtasks.`;
}

/** A list's title precedes its first task; subtasks are indented under their parent. */
function outlineEntries(tasks: readonly OutlineLine[], isFiltered: boolean, offset: number): string[] {
  const top = Math.min(...tasks.map(({ level }) => level));
  let list = offset === 0 ? '' : undefined;
  return tasks.map((task) => {
    const isRoot = task.level === top;
    const heading = isRoot && task.list !== list ? [`# ${oneLine(task.list, 80)}`] : [];
    if (isRoot) list = task.list;
    const indent = isFiltered ? '' : '  '.repeat(task.level - top);
    return [
      ...(isFiltered ? [] : heading),
      `${indent}${taskLine(task)}${isFiltered ? ` (${oneLine(task.list, 40)})` : ''}`,
    ].join('\n');
  });
}

function taskLine(task: OutlineLine): string {
  const marks = [
    task.status === 'wip' ? `wip${task.holder === null ? '' : ` ${task.holder}`}` : task.status,
    ...(task.blocked_reason === null ? [] : [`blocked: ${oneLine(task.blocked_reason, 80)}`]),
    ...(task.asks === null ? [] : [`asks: ${oneLine(task.asks, 80)}`]),
    ...(task.children > 0 ? [`${task.children_done}/${task.children} below`] : []),
    ...(task.waits_for.length > 0 ? [`waits ${waits(task.waits_for)}`] : []),
  ];
  return `T${task.number} ${oneLine(task.title, 90)} [${marks.join('; ')}]`;
}

/** The first few; task_get names all of them. */
function waits(numbers: readonly number[]): string {
  const shown = numbers.slice(0, WAITS_SHOWN).map((number) => `T${number}`);
  const left = numbers.length - shown.length;
  return [...shown, ...(left > 0 ? [`+${left}`] : [])].join(' ');
}

async function search(ctx: Context, projectId: Id, input: Input, q: string): Promise<Answer> {
  if (input.under !== undefined || input.status !== undefined || input.depth !== undefined)
    throw new AppError('VALIDATION_ERROR', 'q searches the whole project: leave out under, status and depth.');
  const offset = readCursor(input.cursor);
  const limit = Math.min(input.limit ?? HITS, HITS_MAX);
  const found = await searchProject(ctx, {
    id: projectId,
    q,
    limit,
    ...(offset === 0 ? {} : { cursor: Math.min(offset, 1_000) }),
  });
  if (found.hits.length === 0) return { text: `Nothing found for ${JSON.stringify(q)}.`, data: found };
  const nextAfter = (shown: number) => (shown < found.hits.length ? String(offset + shown) : textOf(found.nextCursor));
  const { text } = composePage(found.hits.map(hitLine), budgetFor(input.limit), (shown) => tellNext(nextAfter(shown)));
  return { text, data: found };
}

const textOf = (cursor: number | null) => (cursor === null ? null : String(cursor));

function hitLine(hit: SearchHit): string {
  const snippet = oneLine(hit.snippet.map(({ text, hit: isHit }) => (isHit ? `*${text}*` : text)).join(''), 200);
  const task = hit.task_number === null ? '' : `T${hit.task_number} `;
  if (hit.kind === 'task') return `${task}${oneLine(hit.title, 80)}: ${snippet}`;
  if (hit.kind === 'prd')
    return `PRD ${hit.lines?.start ?? 0}-${hit.lines?.end ?? 0} ${oneLine(hit.title, 60)}: ${snippet}`;
  const kind = NOTE_WORDS[hit.note_type ?? 'OTHER'];
  return `${task}${kind} note ${hit.id}${hit.superseded ? ' (superseded)' : ''}: ${snippet}`;
}
