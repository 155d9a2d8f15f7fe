import './needs-you.css';
import { MessageCircleQuestionMark } from 'lucide-react';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';

/** Shows only what waits for a person; gone when nothing does. */
export function NeedsChip({ count, pressed, onToggle }: { count: number; pressed: boolean; onToggle: () => void }) {
  if (count === 0 && !pressed) return null;
  return (
    <button type="button" className="need chip" aria-pressed={pressed} aria-label={T.show(count)} onClick={onToggle}>
      <MessageCircleQuestionMark />
      {T.needsYou} <span className="n">{count}</span>
    </button>
  );
}
