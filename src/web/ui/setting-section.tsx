import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './setting-section.module.css';

export interface SettingSectionProps {
  /** A link on the page leads here. */
  id: string;
  title: string | undefined;
  /** Room between its parts; otherwise each brings its own. */
  spaced?: boolean | undefined;
  children: ReactNode;
}

/** One part of a page of settings, named by its title. */
export function SettingSection({ id, title, spaced, children }: SettingSectionProps) {
  return (
    <section id={id} className={cx(styles.section, spaced && styles.spaced)} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
