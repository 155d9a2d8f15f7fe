import { MessageCircleQuestionMark } from 'lucide-react';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import { Chip } from '#web/ui/chip.tsx';

/** Filter chip for tasks that need a person; hidden while there are none. */
export function NeedsChip({ count, pressed, onToggle }: { count: number; pressed: boolean; onToggle: () => void }) {
  if (count === 0 && !pressed) return null;
  return (
    <Chip tone="you" pressed={pressed} count={count} aria-label={T.show(count)} onClick={onToggle}>
      <MessageCircleQuestionMark />
      {T.needsYou}{' '}
    </Chip>
  );
}
