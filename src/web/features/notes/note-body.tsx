import { useMemo } from 'react';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Markdown } from '#web/ui/markdown/markdown.tsx';
import { cutBody } from './cut-body.ts';
import styles from './note-body.module.css';

interface NoteBodyProps {
  body: string;
  isOpen: boolean;
  /** The note is superseded. */
  isMuted: boolean;
  onToggle: () => void;
}

/** Truncates a long text until it is expanded. */
export function NoteBody({ body, isOpen, isMuted, onToggle }: NoteBodyProps) {
  const { text, isCut } = useMemo(() => cutBody(body), [body]);
  return (
    <>
      <Markdown text={isOpen ? body : text} className={styles.body} muted={isMuted} />
      {isCut && (
        <Button size="sm" variant="ghost" className={styles.more} aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? NOTE_TEXTS.showLess : NOTE_TEXTS.readMore}
        </Button>
      )}
    </>
  );
}
