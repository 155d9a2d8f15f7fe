import { useState } from 'react';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import typography from '#web/styles/typography.module.css';

/** What was found out before it was asked: one line, and all of it at a click. */
export function SeenLine({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={cx('seen', isOpen && 'all')}>
      <span className={isOpen ? undefined : typography.truncate}>{isOpen ? text : text.replaceAll(/\s+/g, ' ')}</span>
      <Button className="seen-more" variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {T.seen}
      </Button>
    </div>
  );
}
