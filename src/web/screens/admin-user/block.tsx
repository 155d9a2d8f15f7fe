import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/surfaces.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

/** A titled part of the page. */
export function Block({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Card pad className="user-block" aria-labelledby={id}>
      <header className={cx(layout.row, layout.gap8)}>
        <h2 id={id}>{title}</h2>
        {aside && <span className={layout.pushEnd}>{aside}</span>}
      </header>
      {children}
    </Card>
  );
}
