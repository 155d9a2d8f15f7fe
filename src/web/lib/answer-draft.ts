import { useState } from 'react';
import type { Question } from '#contract/question.ts';
import { deviceStore } from './browser-store.ts';

export interface AnswerDraft {
  /** The question it was written for: an option number means nothing to another one. */
  questionId: string;
  option: number | undefined;
  text: string;
}

const keyOf = (taskId: string) => `baton-answer:${taskId}`;

export function readDraft(taskId: string): AnswerDraft | undefined {
  const kept = deviceStore.read(keyOf(taskId));
  if (kept === null) return undefined;
  try {
    const { questionId, option, text } = JSON.parse(kept) as Record<string, unknown>;
    if (typeof questionId !== 'string' || typeof text !== 'string') return undefined;
    return { questionId, text, option: typeof option === 'number' ? option : undefined };
  } catch {
    return undefined;
  }
}

/** Initial form: the answer being changed, or else the option the agent prefers. */
function emptyDraft(question: Question): AnswerDraft {
  const { answer } = question;
  if (answer !== null) return { questionId: question.id, option: answer.option ?? undefined, text: answer.text };
  const preferred = question.options.findIndex((option) => option.preferred === true);
  return { questionId: question.id, option: preferred < 0 ? undefined : preferred + 1, text: '' };
}

export const keepDraft = (taskId: string, draft: AnswerDraft) =>
  deviceStore.write(keyOf(taskId), JSON.stringify(draft));

export const dropDraft = (taskId: string) => deviceStore.remove(keyOf(taskId));

/** Unsent answer of a task, persisted on this device. */
export function useAnswerDraft(taskId: string) {
  const [draft, setDraft] = useState(() => readDraft(taskId));
  const write = (next: AnswerDraft) => {
    keepDraft(taskId, next);
    setDraft(next);
  };
  const drop = () => {
    dropDraft(taskId);
    setDraft(undefined);
  };
  return { draft, write, drop };
}

/** The draft if it belongs to this question; of a draft for another question only the text is kept. */
export function draftFor(question: Question, draft: AnswerDraft | undefined): AnswerDraft {
  if (draft === undefined) return emptyDraft(question);
  return draft.questionId === question.id ? draft : { ...emptyDraft(question), text: draft.text };
}
