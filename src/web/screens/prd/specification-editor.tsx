import { Check } from 'lucide-react';
import { PRD_TEXTS as T } from '#contract/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { countsOf, type Draft, EMPTY } from './draft.ts';

const TEMPLATE = `# Product name

One paragraph: what it is and who it is for.

## Goals

- What must be true when this is done

## Features

### First feature

What it does, and how to tell that it works.`;

interface SpecificationEditorProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  kept: boolean;
}

export function SpecificationEditor({ draft, onChange, kept }: SpecificationEditorProps) {
  const { characters, lines } = countsOf(draft.content);
  const clear = () => {
    onChange(EMPTY);
    toast({
      title: 'Draft cleared',
      description: `${draft.filename || 'Specification'}, ${lines}`,
      action: { label: 'Undo', run: () => onChange(draft) },
    });
  };
  return (
    <section className="panel ed" aria-label="Specification editor">
      <textarea
        className="mono"
        aria-label="Specification, markdown"
        placeholder={TEMPLATE}
        spellCheck
        value={draft.content}
        // Text changed by hand is no longer the file that was uploaded.
        onChange={(event) => onChange({ content: event.target.value, filename: '' })}
      />
      <footer>
        <span className="small t3 num">
          {characters} · {lines}
        </span>
        <span className="fill" />
        {draft.content !== '' && <KeptNote kept={kept} />}
        <Button variant="ghost" size="sm" disabled={draft.content === ''} onClick={clear}>
          {T.clear}
        </Button>
      </footer>
    </section>
  );
}

function KeptNote({ kept }: { kept: boolean }) {
  if (!kept) {
    return (
      <span className="small text-(--bad-text)" role="alert">
        This browser could not keep the draft
      </span>
    );
  }
  return (
    <span className="small t3 row g1 hide-s">
      <Check className="s12" /> Draft kept on this device
    </span>
  );
}
