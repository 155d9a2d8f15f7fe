import { z } from 'zod';
import { actorName } from '#contract/actor-name.ts';
import type { Id } from '#contract/fields.ts';
import type { Handover } from '#contract/plan.ts';
import { sayAnswer } from '#contract/question-notes.ts';
import { Budget, TaskName } from '#contract/tools.ts';
import { type Brief, type BriefTask, agoOf, isOfQuestion, readBrief, readTaskRef } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Part, clockOf, composeAnswer, oneLine } from '../rules.ts';
import { type Answer, defineTool, reading } from '../tool.ts';
import { NOTE_WORDS, noteLine } from './note-line.ts';

/** A larger default budget than lists have: the work is done from the brief. */
export const BRIEF_BUDGET = 1_200;

const Input = z.strictObject({
  id: TaskName,
  budget: Budget,
});
type Input = z.infer<typeof Input>;

export async function answerTaskGet(ctx: Context, projectId: Id, input: Input): Promise<Answer> {
  const brief = await readBrief(ctx, projectId, readTaskRef(input.id));
  const text = composeAnswer(briefParts(brief, ctx.now()), input.budget ?? BRIEF_BUDGET, howToGetMore(brief));
  return { text, data: brief };
}

export const taskGetTool = defineTool({
  name: 'task_get',
  description: 'The brief of a task.',
  annotations: reading('Read task'),
  input: Input,
  untaught: ['budget'],
  answer: answerTaskGet,
});

/** Says how to get the sections a brief left out. */
export const howToGetMore = ({ number }: Brief): string => `task_get id=T${number} with a larger budget`;

/** Ranked by usefulness where the budget is short; in reading order where it is not. */
export function briefParts(brief: Brief, now: Date, handover?: Handover | null): Part[] {
  const name = `T${brief.number}`;
  const more = howToGetMore(brief);
  const pinned = brief.notes.filter((note) => note.pinned);
  const { question } = brief;
  const others = brief.notes.filter((note) => !note.pinned && (question === null || !isOfQuestion(question, note)));
  const files = others.filter((note) => note.type === 'FILE_LIST' && note.number === brief.number);
  const said = others.filter((note) => !files.includes(note));
  return [
    { rank: 0, lines: [`${name} ${brief.title} [${brief.status}${heldBy(brief, now)}]`] },
    {
      rank: 0,
      label: 'why it is blocked',
      lines: brief.blocked_reason === null ? [] : [`Blocked: ${brief.blocked_reason}`],
    },
    { rank: 0, label: 'question', lines: questionLines(brief, now) },
    { rank: 1, label: 'requirements', lines: requirementLines(brief) },
    { rank: 1, label: 'handover', lines: handover ? handoverLines(handover, brief, now) : [] },
    {
      rank: 2,
      label: 'description',
      lines: textLines(brief.description),
      more: (left) => `(${left} lines left out: ${more})`,
    },
    {
      rank: 2,
      title: 'Done when:',
      lines: brief.checks.map(({ text, met }, place) => `  ${place + 1}. [${met ? 'x' : ' '}] ${text}`),
      more: (left) => `  (${left} more: ${more})`,
    },
    { rank: 3, label: 'dependencies', lines: waitLines(brief), more: (left) => `(${left} more lines: ${more})` },
    {
      rank: 4,
      title: `Brief of ${oneLine(brief.list.name, 80)}:`,
      label: 'brief of its list',
      lines: brief.list.brief === '' ? [] : textLines(brief.list.brief, '  '),
      more: (left) => `  (${left} lines left out: ${more})`,
    },
    {
      rank: 5,
      title: 'Pinned:',
      lines: pinned.map((note) => `  ${noteLine(note, 600)}`),
      more: (left) => `  (${left} more: ${more})`,
    },
    {
      rank: 6,
      title: prdTitle(brief),
      label: 'PRD',
      lines: prdLines(brief),
      more: (left) => `  (${left} lines left out: ${more})`,
    },
    {
      rank: 7,
      title: 'Notes, newest first:',
      label: 'notes',
      lines: said.map((note) => `  ${noteLine(note, 500)}`),
      more: (left) => `  (${left} more of ${brief.note_count}: ${more})`,
    },
    {
      rank: 8,
      title: 'Files touched:',
      lines: files.slice(0, 3).flatMap(({ body }) => textLines(body, '  ')),
      more: (left) => `  (${left} more: ${more})`,
    },
    {
      rank: 9,
      title: 'Above it:',
      lines: brief.ancestors.flatMap((each) => [
        `  T${each.number} ${each.title} [${each.status}]`,
        ...(each.brief === '' ? [] : [`    ${oneLine(each.brief, 300)}`]),
      ]),
      more: (left) => `  (${left} more lines: ${more})`,
    },
    {
      rank: 9,
      title: `Subtasks (${brief.child_count}):`,
      label: 'subtasks',
      lines: brief.children.map((child) => `  ${shortTask(child)}`),
      hidden: brief.child_count - brief.children.length,
      more: (left) => `  (${left} more: plan_read under=${name})`,
    },
  ];
}

const textLines = (text: string, indent = ''): string[] =>
  text.trim() === ''
    ? []
    : text
        .trim()
        .split('\n')
        .map((line) => `${indent}${line.trimEnd()}`);

const shortTask = ({ number, title, status }: BriefTask) => `T${number} ${oneLine(title, 100)} [${status}]`;

function heldBy({ baton }: Brief, now: Date): string {
  if (baton === null) return '';
  const isOver = new Date(baton.expires_at) <= now;
  return ` by ${baton.holder.name}, ${isOver ? 'lease ran out' : 'until'} ${clockOf(baton.expires_at, now)}`;
}

/** Ranked first: the answer to its question is what the next agent must know. */
function questionLines({ question }: Brief, now: Date): string[] {
  if (question === null) return [];
  const { answer, asked_by, asked_at, text } = question;
  return [
    `Question from ${asked_by.name}, ${agoOf(asked_at, now)}: ${text}`,
    answer === null
      ? 'Nobody has answered yet.'
      : `Answer from ${actorName(answer.by)}, ${agoOf(answer.at, now)}: ${sayAnswer(question)}`,
  ];
}

function waitLines({ waits_for, blocks }: Brief): string[] {
  const open = waits_for.filter(({ status }) => status !== 'done');
  const done = waits_for.filter(({ status }) => status === 'done');
  return [
    ...(open.length > 0 ? [`Waits for: ${open.map(shortTask).join('; ')}`] : []),
    ...(done.length > 0 ? [`Builds on: ${done.map(shortTask).join('; ')}`] : []),
    ...(blocks.length > 0 ? [`Others wait for it: ${blocks.map(({ number }) => `T${number}`).join(', ')}`] : []),
  ];
}

const PRD_STATES = {
  review: 'the PRD has changed since: check it against the lines below',
  orphaned: 'the PRD no longer asks for it: ask before you build it',
};

function requirementLines({ requirement_ids: ids, prd_state: state }: Brief): string[] {
  if (ids.length === 0) return [];
  return [`Answers: ${oneLine(ids.join(', '), 200)}${state === null ? '' : ` (${PRD_STATES[state]})`}`];
}

const prdTitle = ({ prd_lines }: Brief) =>
  prd_lines === null ? 'PRD:' : `PRD, lines ${prd_lines.start}-${prd_lines.end}:`;

const prdLines = ({ prd }: Brief): string[] => prd.flatMap(({ text }) => textLines(text, '  '));

/** The handover: the previous holder, until when, why it ended, and which checks are unmet. */
function handoverLines(handover: Handover, brief: Brief, now: Date): string[] {
  const unmet = brief.checks.filter(({ met }) => !met).length;
  const since = brief.notes.filter((note) => note.number === brief.number && note.created_at > handover.last_call_at);
  return [
    `Handover: ${handover.holder} had it from ${clockOf(handover.taken_at, now)}, last heard ${clockOf(handover.last_call_at, now)}. ${handover.reason}`,
    ...(brief.checks.length > 0
      ? [`  ${unmet} of ${brief.checks.length} checks unmet; notes and files below are what is known`]
      : []),
    ...(since.length > 0 ? [`  since then: ${since.map((note) => NOTE_WORDS[note.type]).join(', ')}`] : []),
  ];
}
