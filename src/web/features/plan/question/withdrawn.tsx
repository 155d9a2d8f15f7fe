import { Bot } from 'lucide-react';
import type { Question } from '#contract/question.ts';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import type { Task } from '#contract/task.ts';
import { plainText } from '#markdown/plain-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { KeptDraft } from './kept-draft.tsx';
import icon from '#web/styles/icon.module.css';
import layout from '#web/styles/layout.module.css';
import box from './question-box.module.css';

interface WithdrawnProps {
  task: Task;
  /** The last version seen on this page. */
  question: Question | null;
  text: string;
  onDiscard: () => void;
}

/** Shown if the question was withdrawn before it was answered. */
export function Withdrawn({ task, question, text, onDiscard }: WithdrawnProps) {
  return (
    <section className={box.box} aria-label={T.withdrawn}>
      <header>
        <Bot className={icon.size14} />
        <span>{T.withdrawnText(task.number)}</span>
        <span className={layout.grow} />
        <Badge className={box.badge}>{T.withdrawn}</Badge>
      </header>
      {question && <p className={box.settled}>{plainText(question.text)}</p>}
      {text.trim() !== '' && <KeptDraft says={T.draftLeft} text={text} onDiscard={onDiscard} />}
    </section>
  );
}
