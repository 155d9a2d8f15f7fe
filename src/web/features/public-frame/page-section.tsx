import type { ReactNode } from 'react';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './page-section.module.css';

export interface PageSectionProps {
  title: string;
  /** Id of the heading, which labels the section. */
  headingId?: string | undefined;
  sideBySide?: boolean | undefined;
  children: ReactNode;
}

export function PageSection({ title, headingId, sideBySide = false, children }: PageSectionProps) {
  return (
    <section className={cx(layout.page, styles.section, sideBySide && styles.sideBySide)} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      {children}
    </section>
  );
}
