import { REASON_MAX } from '#contract/constants.ts';
import type { FinishOutcome } from '#contract/plan.ts';
import type { Work, WorkPlace } from '#contract/proof.ts';
import type { Question } from '#contract/question.ts';
import type { Check } from '#contract/task.ts';
import type { NewNote } from '#server/notes/index.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import { newId } from '#server/platform/id.ts';
import { sayQuestion } from './answer-question.ts';
import type { Finish } from './finish.ts';
import type { TaskRow } from '../rows.ts';
import { cutText } from '../rules.ts';

/** Prefix of the summary by outcome; none for plain work. */
const LABEL: Record<FinishOutcome, string> = {
  done: '',
  release: 'Put back: ',
  block: 'Blocked: ',
  skip: 'Not needed: ',
  ask: '',
};

/** Prefixes of the release reason that the activity shows as news of their own. */
export const BLOCKED_WHY = 'The task is blocked: ';
export const ASKED_WHY = 'A person was asked: ';
export const SKIPPED_WHY = 'The task is not needed.';
export const PUT_BACK_WHY = 'The task was put back.';

type Said = Omit<NewNote, 'projectId' | 'taskId'>;

interface Finished {
  status: 'open' | 'done';
  also: Partial<Pick<TaskRow, 'checks' | 'blockedReason' | 'question' | 'work'>>;
  notes: Said[];
  /** The release reason, as the feed has it. */
  why: string;
}

/** What a finish changes on the task, and the notes it adds. */
export function describeFinish(ctx: Context, before: Pick<TaskRow, 'work'>, input: Finish, checks: Check[]): Finished {
  const { outcome, files = [] } = input;
  const summary = input.summary?.trim() ?? '';
  const evidence = input.evidence?.trim() ?? '';
  const question = outcome === 'ask' ? makeQuestion(ctx, input, summary) : undefined;
  const place = placeOf(input);
  const work = workOf(before.work, place, input);
  const body = `${LABEL[outcome]}${summary}${evidence === '' ? '' : `\n\nEvidence: ${evidence}`}`;
  const notes: Said[] = [
    question === undefined
      ? { type: outcome === 'block' ? 'FINDING' : 'PROGRESS', body, work: place }
      : // One id for both, so that the note of an answer can refer to it.
        { id: question.id, questionId: question.id, type: 'CONTEXT', body: sayQuestion(question), work: place },
  ];
  if (files.length > 0) notes.push({ type: 'FILE_LIST', body: files.map((file) => `- ${file}`).join('\n') });
  return {
    status: outcome === 'done' || outcome === 'skip' ? 'done' : 'open',
    also: {
      checks,
      ...(work === undefined ? {} : { work }),
      ...(outcome === 'block' ? { blockedReason: cutText(summary, REASON_MAX) } : {}),
      ...(question === undefined ? {} : { question }),
    },
    notes,
    why: WHY[outcome](cutText(question?.text ?? summary, 200)),
  };
}

const WHY: Record<FinishOutcome, (said: string) => string> = {
  done: () => 'The task is done.',
  skip: () => SKIPPED_WHY,
  release: () => PUT_BACK_WHY,
  block: (summary) => `${BLOCKED_WHY}${summary}`,
  ask: (question) => `${ASKED_WHY}${question}`,
};

function makeQuestion(ctx: Context, { question = '', options = [] }: Finish, seen: string): Question {
  const now = ctx.now();
  return {
    id: newId(now.getTime()),
    text: question,
    seen,
    options,
    asked_by: presentActor(ctx.actor),
    asked_at: now.toISOString(),
    answer: null,
  };
}

/** Commit, branch, pull request and diff, as far as given; null where none is. */
function placeOf({ commit, branch, pr, diff }: Pick<Finish, 'commit' | 'branch' | 'pr' | 'diff'>): WorkPlace | null {
  if ([commit, branch, pr, diff].every((each) => each === undefined)) return null;
  return { commit: commit ?? null, branch: branch ?? null, pr: pr ?? null, diff: diff ?? null };
}

/** Earlier values stay where nothing new is given, except the verification: it was of another state. */
function workOf(before: Work | null, place: WorkPlace | null, { verification }: Finish): Work | undefined {
  if (place === null && verification === undefined) return undefined;
  return {
    commit: place?.commit ?? before?.commit ?? null,
    branch: place?.branch ?? before?.branch ?? null,
    pr: place?.pr ?? before?.pr ?? null,
    diff: place?.diff ?? before?.diff ?? null,
    verification: verification ?? null,
  };
}
