import { z } from 'zod';
import { WAIT_SECONDS_MAX } from '#contract/constants.ts';
import { BatonToken, type Id } from '#contract/fields.ts';
import { BUDGET_DEFAULT, Budget } from '#contract/tools.ts';
import { type HeldBaton, type Orientation, type StoppedTask, agoOf, orient, withToken } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Part, clockOf, composeAnswer, oneLine } from '../rules.ts';
import { type Answer, defineTool, reading } from '../tool.ts';
import { noteLine } from './note-line.ts';

const Input = z.strictObject({
  since: z.int().min(0).optional(),
  budget: Budget,
  baton: BatonToken.optional(),
  wait: z.int().min(1).max(WAIT_SECONDS_MAX).optional(),
});
type Input = z.infer<typeof Input>;

/** Where the project stands: the first thing an agent reads. */
export async function answerOrient(ctx: Context, projectId: Id, input: Input): Promise<Answer> {
  const it = await orient(withToken(ctx, input.baton), projectId, input.since);
  const parts = partsOf(it, ctx.now(), input.since);
  return { text: composeAnswer(parts, input.budget ?? BUDGET_DEFAULT, 'orient with a larger budget'), data: it };
}

export const orientTool = defineTool({
  name: 'orient',
  description:
    'Where the project stands. Call first and after compaction. since: cursor. wait: seconds for an answer or task.',
  annotations: reading('Orient'),
  input: Input,
  untaught: ['budget'],
  answer: answerOrient,
});

function partsOf(it: Orientation, now: Date, since: number | undefined): Part[] {
  const { open, wip, done, blocked, asking } = it.counts;
  const total = open + wip + done + blocked + asking;
  const halted = `${blocked > 0 ? `, ${blocked} blocked` : ''}${asking > 0 ? `, ${asking} waiting for an answer` : ''}`;
  return [
    {
      rank: 0,
      lines: [`${it.project.name}: ${done}/${total} done, ${wip} wip, ${open} open${halted}. cursor ${it.seq}`],
    },
    { rank: 1, label: 'batons', lines: batonLines(it, now) },
    { rank: 2, label: 'next ready', lines: [nextLine(it)] },
    {
      rank: 6,
      label: 'what is stopped',
      lines: it.stopped.map(sayStopped),
      hidden: blocked + asking - it.stopped.length,
      more: (left) => `(${left} more: plan_read status=blocked)`,
    },
    {
      rank: 3,
      title: 'Pinned:',
      lines: it.pinned.map((note) => `  ${noteLine(note, 300)}`),
      hidden: it.has_more_pinned ? 1 : 0,
      more: () => '  (older ones: plan_read q)',
    },
    {
      rank: it.changes === undefined ? 9 : 4,
      title: `Since ${since ?? 0}, newest first:`,
      lines: [...missedLines(it), ...changeLines(it, now)],
      hidden: it.changes?.has_more === true ? 1 : 0,
      more: () => '  (older ones: say a larger budget, or a later cursor)',
    },
    {
      rank: 5,
      title: 'Lists (done/all):',
      lines: it.lanes.map((lane) => {
        const all = lane.open + lane.wip + lane.done;
        return `  ${oneLine(lane.name, 80)} ${lane.done}/${all}${lane.wip > 0 ? `, ${lane.wip} wip` : ''}`;
      }),
      hidden: it.lane_count - it.lanes.length,
      more: (left) => `  (${left} more: plan_read)`,
    },
  ];
}

function batonLines({ batons, project }: Orientation, now: Date): string[] {
  if (batons.length === 0) return [`Baton: free${project.slots > 1 ? ` (${project.slots} of them)` : ''}`];
  const lines = batons.map((baton) => `Baton: ${describe(baton, now)}`);
  const free = project.slots - batons.length;
  return free > 0 ? [...lines, `Baton: ${free} more free`] : lines;
}

function describe(baton: HeldBaton, now: Date): string {
  const task = `T${baton.number} ${oneLine(baton.title, 100)}`;
  const until = clockOf(baton.expires_at, now);
  if (new Date(baton.expires_at) <= now)
    return `${baton.holder.name} had ${task}, lease ran out ${until}; task_claim takes it over`;
  if (baton.is_mine) return `yours: ${task} (until ${until})`;
  const held = `held by ${baton.holder.name} since ${clockOf(baton.taken_at, now)}, last call ${agoOf(baton.last_call_at, now)}`;
  return `${task}, ${held}; if that was you before a restart: task_claim T${baton.number} with takeover and reason resumed`;
}

const sayStopped = ({ number, title, reason, question }: StoppedTask): string =>
  question === null
    ? `Blocked: T${number} ${oneLine(title, 80)}: ${oneLine(reason ?? '', 120)}`
    : `Asks a person: T${number} ${oneLine(title, 80)}: ${oneLine(question.text, 120)} (${question.by})`;

function nextLine({ next, counts, prd }: Orientation): string {
  if (next !== null) return `Next ready: T${next.number} ${oneLine(next.title, 120)} (${oneLine(next.list, 60)})`;
  if (
    prd !== null &&
    prd.work_lines + prd.to_decide > 0 &&
    counts.open + counts.wip + counts.done + counts.blocked + counts.asking === 0
  )
    return draftLine(prd);
  if (counts.open + counts.wip + counts.blocked + counts.asking === 0)
    return counts.done === 0
      ? 'Next ready: none. The plan is empty: plan_edit adds tasks'
      : 'Next ready: none. Everything is done';
  return 'Next ready: none. plan_read status=blocked says what waits for what';
}

/** Shown before there are tasks: asks the reader to draft a plan from the PRD. */
function draftLine({ work_lines, to_decide }: { work_lines: number; to_decide: number }): string {
  const lines = work_lines === 1 ? '1 work line' : `${work_lines} work lines`;
  const open = to_decide === 1 ? ' 1 decision is open.' : to_decide > 1 ? ` ${to_decide} decisions are open.` : '';
  return `The PRD has ${lines} and no plan. Read it: plan_read prd. Draft it: plan_edit.${open}`;
}

/** Comes first, because the list of changes below it is incomplete. */
function missedLines({ changes }: Orientation): string[] {
  const from = changes?.kept_from ?? null;
  return from === null
    ? []
    : [`  What happened before ${from} is no longer kept: rely on what plan_read says, not on what you remember.`];
}

function changeLines({ changes }: Orientation, now: Date): string[] {
  if (changes === undefined) return [];
  if (changes.items.length === 0) return ['  nothing'];
  return changes.items.map(({ text, number, by, at }) => {
    const task = number === null || /^T\d/.test(text) ? '' : `T${number} `;
    const who = text.startsWith(`${by} `) ? '' : `${by}: `;
    return `  ${clockOf(at, now)} ${who}${task}${oneLine(text, 140)}`;
  });
}
