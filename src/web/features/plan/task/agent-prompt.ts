import { actorName } from '#contract/actor-name.ts';
import type { Note } from '#contract/note.ts';
import type { Question } from '#contract/question.ts';
import { sayAnswer } from '#contract/question-notes.ts';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import type { Task } from '#contract/task.ts';
import type { PlanView } from '../data/plan-view.ts';

const NOTES = 10;

/** The task as one prompt for an agent. Expects notes newest first. */
export function agentPrompt(plan: PlanView, task: Task, notes: readonly Note[]): string {
  const { root, ancestors } = plan.pathOf(task.id);
  const path = [root?.name, ...ancestors.map((each) => `T${each.number} ${each.title}`)].filter(Boolean).join(' > ');
  const own = plan.childListOf(task.id);
  const list = plan.lists.get(task.task_list_id);
  const recent = notes.filter(
    (note) =>
      !note.is_broadcast &&
      !note.superseded_by_id &&
      !note.deleted_at &&
      (task.question === null || note.question_id !== task.question.id),
  );
  const head = [
    `# T${task.number} ${task.title}`,
    '',
    `Project: ${plan.project.name} (${plan.project.id})`,
    ...(path === '' ? [] : [`Path: ${path}`]),
    `Status: ${task.status}`,
    `Task id: ${task.id}`,
    ...(task.prd_lines ? [prdLines(task.prd_lines)] : []),
  ];
  return [
    head.join('\n'),
    section('Question', task.question ? sayPair(task.question) : ''),
    section('Description', task.description.trim()),
    section('Done when', task.checks.map(({ text, met }) => `- [${met ? 'x' : ' '}] ${text}`).join('\n')),
    section(`Operational brief: ${list?.name ?? task.task_list_name}`, list?.operational_brief.trim()),
    section(`Operational brief for its subtasks`, own?.operational_brief.trim()),
    section('Subtasks', lines(plan.childrenOf(task.id))),
    section('Blocked by', lines(plan.blockedBy(task.id))),
    section('Blocks', lines(plan.blocks(task.id))),
    section('Recent notes', recent.slice(0, NOTES).map(noteText).join('\n\n')),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

export const prdLines = ({ start, end }: { start: number; end: number }) =>
  start === end ? `PRD line ${start}` : `PRD lines ${start}-${end}`;

const section = (title: string, text: string | undefined) => (text ? `## ${title}\n\n${text}` : '');

const lines = (tasks: readonly Task[]) =>
  tasks.map(({ number, title, status }) => `- T${number} ${title} (${status})`).join('\n');

/** Question and answer together and first, as in the brief an agent gets. */
function sayPair({ text, seen, options, asked_by, asked_at, answer }: Question): string {
  const offered = options.map(({ label, consequence }, place) =>
    [`${place + 1}. ${label}`, consequence].filter(Boolean).join(': '),
  );
  return [
    `Question from ${asked_by.name}, ${asked_at}: ${text}`,
    seen,
    offered.join('\n'),
    answer === null
      ? 'Nobody has answered yet.'
      : `Answer from ${actorName(answer.by)}, ${answer.at}: ${sayAnswer({ answer, options })}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const noteText = (note: Note) =>
  `### ${NOTE_TEXTS.types[note.type]}, ${note.created_at}, ${note.author.name}\n\n${note.body.trim()}`;
