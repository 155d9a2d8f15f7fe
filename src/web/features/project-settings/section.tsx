import type { ReactNode } from 'react';
import { PROJECT_SETTINGS_TEXTS as T } from '#contract/project-settings-texts.ts';
import { Card } from '#web/ui/card.tsx';
import type { SectionId } from './draft.ts';
import styles from './settings-section.module.css';

interface SectionProps {
  id: SectionId;
  lead?: ReactNode;
  /** For actions that cannot be undone. */
  danger?: boolean | undefined;
  children: ReactNode;
}

export function Section({ id, lead, danger, children }: SectionProps) {
  return (
    <section className={styles.section} id={id} aria-labelledby={`${id}-title`}>
      <h2 className={styles.title} id={`${id}-title`}>
        {T.sections[id]}
      </h2>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      <Card as="div" clipped danger={danger}>
        {children}
      </Card>
    </section>
  );
}
