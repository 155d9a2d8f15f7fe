import './settings-form.css';
import type { ReactNode } from 'react';
import { PROJECT_SETTINGS_TEXTS as T } from '#contract/project-settings-texts.ts';
import { Card } from '#web/ui/card.tsx';
import type { SectionId } from './draft.ts';

interface SectionProps {
  id: SectionId;
  lead?: ReactNode;
  /** What is in it cannot be taken back. */
  danger?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Section({ id, lead, danger, className, children }: SectionProps) {
  return (
    <section className="set-sec" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{T.sections[id]}</h2>
      {lead !== undefined && <p>{lead}</p>}
      <Card as="div" clipped danger={danger} className={className}>
        {children}
      </Card>
    </section>
  );
}
