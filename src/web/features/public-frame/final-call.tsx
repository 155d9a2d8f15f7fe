import type { ReactNode } from 'react';
import { CallToAction } from './call-to-action.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './final-call.module.css';

/** Last section of a public page. */
export function FinalCall({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={styles.finalCall}>
      <div className={cx(layout.page, styles.content)}>
        <h2>{title}</h2>
        <p>{text}</p>
        <CallToAction>{children}</CallToAction>
      </div>
    </section>
  );
}
