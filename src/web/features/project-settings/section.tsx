import type { ReactNode } from 'react';
import { PROJECT_SETTINGS_TEXTS as T } from '#contract/project-settings-texts.ts';
import { Card } from '#web/ui/card.tsx';
import type { SectionId } from './draft.ts';
import styles from './settings-section.module.css';

interface SectionProps {
  id: SectionId;
  /** Where it is longer than its name in the index. */
  title?: string | undefined;
  /** Name for assistive technology, where the title is also that of another landmark. */
  label?: string | undefined;
  /** Beside the title, such as its state. */
  aside?: ReactNode;
  lead?: ReactNode;
  /** For actions that cannot be undone. */
  danger?: boolean | undefined;
  children: ReactNode;
}

export function Section({ id, title, label, aside, lead, danger, children }: SectionProps) {
  return (
    <section
      className={styles.section}
      id={id}
      {...(label === undefined ? { 'aria-labelledby': `${id}-title` } : { 'aria-label': label })}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={`${id}-title`}>
          {title ?? T.sections[id]}
        </h2>
        {aside}
      </div>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      <Card as="div" clipped danger={danger}>
        {children}
      </Card>
    </section>
  );
}
