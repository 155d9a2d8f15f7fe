import { useState } from 'react';
import type { Question } from '#contract/question.ts';
import type { Task } from '#contract/task.ts';
import type { GivenAnswer } from '../data/question-edits.ts';
import type { PlanView } from '../data/plan-view.ts';
import { Answered } from './answered.tsx';
import { useAnswerDraft } from '#web/lib/answer-draft.ts';
import { OpenQuestion } from './open-question.tsx';
import { Withdrawn } from './withdrawn.tsx';

export interface QuestionBlockProps {
  plan: PlanView;
  task: Task;
  /** The URL asks for the focus in the question. */
  wantsFocus: boolean;
  onFocused: () => void;
  /** Resolves to whether it was saved. */
  onAnswer: (question: Question, answer: GivenAnswer) => Promise<boolean>;
  onTakeBack: () => Promise<boolean>;
}

/** An agent's question: open with a form, answered, or withdrawn. */
export function QuestionBlock({ plan, task, wantsFocus, onFocused, onAnswer, onTakeBack }: QuestionBlockProps) {
  const { question } = task;
  const { draft, write, drop } = useAnswerDraft(task.id);
  const [isChanging, setChanging] = useState(false);
  const [isSending, setSending] = useState(false);
  const [seen, setSeen] = useState(question);
  if (question !== null && question !== seen) setSeen(question);

  const send = async (to: Question, answer: GivenAnswer) => {
    setSending(true);
    const isSent = await onAnswer(to, answer);
    setSending(false);
    if (!isSent) return;
    drop();
    setChanging(false);
  };

  /** The answer stays as a draft, to be sent again or rewritten. */
  const takeBack = async ({ id, answer }: Question) => {
    if (!(await onTakeBack()) || answer === null) return;
    write({ questionId: id, option: answer.option ?? undefined, text: answer.text });
  };

  if (question === null) {
    const isGone = seen !== null && seen.answer === null && task.status !== 'done';
    const text = draft?.text ?? '';
    return isGone || text.trim() !== '' ? <Withdrawn task={task} question={seen} text={text} onDiscard={drop} /> : null;
  }
  const isLocked = question.answer?.taken_up_at != null;
  if (question.answer !== null && (!isChanging || isLocked)) {
    return (
      <Answered
        plan={plan}
        task={task}
        question={question}
        answer={question.answer}
        // A draft from before somebody else's answer is kept and shown.
        left={isSending || draft === undefined || draft.text === question.answer.text ? '' : draft.text}
        onDiscard={drop}
        onChange={() => setChanging(true)}
        onTakeBack={() => void takeBack(question)}
      />
    );
  }
  return (
    <OpenQuestion
      // Remounts for another question, so that form state is not carried over.
      key={question.id}
      plan={plan}
      task={task}
      question={question}
      draft={draft}
      isSending={isSending}
      wantsFocus={wantsFocus || isChanging}
      onFocused={onFocused}
      onWrite={write}
      onCancel={
        question.answer === null
          ? undefined
          : () => {
              drop();
              setChanging(false);
            }
      }
      onSend={(answer) => void send(question, answer)}
    />
  );
}
