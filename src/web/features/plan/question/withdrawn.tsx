import { Bot } from 'lucide-react';
import type { Question } from '#contract/question.ts';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import type { Task } from '#contract/task.ts';
import { Badge } from '#web/ui/badge.tsx';
import { KeptDraft } from './kept-draft.tsx';
import icon from '#web/styles/icon.module.css';
import layout from '#web/styles/layout.module.css';

interface WithdrawnProps {
  task: Task;
  /** As it was last seen here. */
  question: Question | null;
  text: string;
  onDiscard: () => void;
}

/** Somebody went on without the answer while it was being thought about. */
export function Withdrawn({ task, question, text, onDiscard }: WithdrawnProps) {
  return (
    <section className="qbox" aria-label={T.withdrawn}>
      <header>
        <Bot className={icon.size14} />
        <span>{T.withdrawnText(task.number)}</span>
        <span className={layout.grow} />
        <Badge className="q-head-badge">{T.withdrawn}</Badge>
      </header>
      {question && <p className="qs">{question.text}</p>}
      {text.trim() !== '' && <KeptDraft says={T.draftLeft} text={text} onDiscard={onDiscard} />}
    </section>
  );
}
