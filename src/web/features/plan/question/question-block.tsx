import { useState } from 'react';
import type { Question } from '#contract/question.ts';
import type { Task } from '#contract/task.ts';
import type { GivenAnswer } from '../data/question-edits.ts';
import type { PlanView } from '../data/plan-view.ts';
import { Answered } from './answered.tsx';
import { useAnswerDraft } from './answer-draft.ts';
import { OpenQuestion } from './open-question.tsx';
import { Withdrawn } from './withdrawn.tsx';

export interface QuestionBlockProps {
  plan: PlanView;
  task: Task;
  /** The address asks for the focus in the block. */
  wantsFocus: boolean;
  onFocused: () => void;
  /** Answers whether it was sent. */
  onAnswer: (question: Question, answer: GivenAnswer) => Promise<boolean>;
}

/** What an agent asked about the task, to be answered here; afterwards what was answered, and what became of it. */
export function QuestionBlock({ plan, task, wantsFocus, onFocused, onAnswer }: QuestionBlockProps) {
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
        // A draft that was there before the answer came is not lost with it.
        left={isSending || draft === undefined || draft.text === question.answer.text ? '' : draft.text}
        onDiscard={drop}
        onChange={() => setChanging(true)}
      />
    );
  }
  return (
    <OpenQuestion
      // What was begun for one question is not sent to the next.
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
