import { useMemo } from 'react';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Markdown } from '#web/ui/markdown/markdown.tsx';
import { cutBody } from './cut-body.ts';
import styles from './note-body.module.css';

interface NoteBodyProps {
  body: string;
  isOpen: boolean;
  /** The note is superseded. */
  isMuted: boolean;
  isQuestion: boolean;
  onToggle: () => void;
}

/** Truncates a long text until it is expanded. */
export function NoteBody({ body, isOpen, isMuted, isQuestion, onToggle }: NoteBodyProps) {
  const { text, isCut } = useMemo(() => cutBody(body), [body]);
  return (
    <>
      <Markdown
        text={isOpen ? body : text}
        className={cx(styles.body, isQuestion && styles.question)}
        muted={isMuted}
      />
      {isCut && (
        <Button size="sm" variant="ghost" className={styles.more} aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? NOTE_TEXTS.showLess : NOTE_TEXTS.readMore}
        </Button>
      )}
    </>
  );
}
