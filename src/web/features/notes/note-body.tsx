import { useMemo } from 'react';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Markdown } from '#web/ui/markdown/markdown.tsx';
import { cutBody } from './cut-body.ts';

interface NoteBodyProps {
  body: string;
  isOpen: boolean;
  /** A newer note has taken its place. */
  isMuted: boolean;
  onToggle: () => void;
}

/** A long text shows its beginning until someone wants the rest. */
export function NoteBody({ body, isOpen, isMuted, onToggle }: NoteBodyProps) {
  const { text, isCut } = useMemo(() => cutBody(body), [body]);
  return (
    <>
      <Markdown text={isOpen ? body : text} className="note-body" muted={isMuted} />
      {isCut && (
        <Button size="sm" variant="ghost" className="more" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? NOTE_TEXTS.showLess : NOTE_TEXTS.readMore}
        </Button>
      )}
    </>
  );
}
