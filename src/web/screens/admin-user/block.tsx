import { type ReactNode, useId } from 'react';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';

/** A titled part of the page. */
export function Block({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={cx(surface.card, 'user-block')} aria-labelledby={id}>
      <header className={cx(layout.row, layout.gap8)}>
        <h2 id={id}>{title}</h2>
        {aside && <span className={layout.pushEnd}>{aside}</span>}
      </header>
      {children}
    </section>
  );
}
