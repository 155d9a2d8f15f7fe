import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './setting-section.module.css';

export interface SettingSectionProps {
  /** Target of links on the page. */
  id: string;
  title: string | undefined;
  /** Gaps between its parts; otherwise each has its own margin. */
  spaced?: boolean | undefined;
  children: ReactNode;
}

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
