import { Copy, Trash2 } from 'lucide-react';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { copySaid } from '../task/copy-said.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './kept-draft.module.css';

/** Offers the text of a draft whose question is settled by now, to copy or discard, instead of deleting it silently. */
export function KeptDraft({ says, text, onDiscard }: { says: string; text: string; onDiscard: () => void }) {
  return (
    <div className={styles.draft} role="status">
      <p className={cx(typography.small, typography.secondary)}>{says}</p>
      <p className={styles.words}>{text}</p>
      <span className={cx(layout.row, layout.gap4)}>
        <Button variant="ghost" size="sm" icon={<Copy />} onClick={() => void copySaid(text, 'Text')}>
          {T.copyDraft}
        </Button>
        <Button variant="ghost" size="sm" icon={<Trash2 />} onClick={onDiscard}>
          {T.discardDraft}
        </Button>
      </span>
    </div>
  );
}
