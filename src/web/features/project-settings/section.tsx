import './settings-form.css';
import type { ReactNode } from 'react';
import { PROJECT_SETTINGS_TEXTS as T } from '#contract/project-settings-texts.ts';
import { cx } from '#web/ui/cx.ts';
import type { SectionId } from './draft.ts';

interface SectionProps {
  id: SectionId;
  lead?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function Section({ id, lead, className, children }: SectionProps) {
  return (
    <section className="set-sec" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{T.sections[id]}</h2>
      {lead !== undefined && <p>{lead}</p>}
      <div className={cx('card', className)}>{children}</div>
    </section>
  );
}
