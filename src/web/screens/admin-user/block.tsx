import { type ReactNode, useId } from 'react';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';
import styles from './user-block.module.css';

export function Block({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={cx(surface.card, styles.block)} aria-labelledby={id}>
      <header className={cx(layout.row, layout.gap8)}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {aside && <span className={layout.pushEnd}>{aside}</span>}
      </header>
      {children}
    </section>
  );
}
