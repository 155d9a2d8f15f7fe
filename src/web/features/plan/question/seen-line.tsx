import { useState } from 'react';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import typography from '#web/styles/typography.module.css';
import styles from './seen-line.module.css';

/** What the agent found out before it asked, truncated to one line until expanded. */
export function SeenLine({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={cx(styles.seen, isOpen && styles.all)}>
      <span className={isOpen ? undefined : typography.truncate}>{isOpen ? text : text.replaceAll(/\s+/g, ' ')}</span>
      <Button className={styles.more} variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {T.seen}
      </Button>
    </div>
  );
}
