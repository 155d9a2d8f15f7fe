import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/surfaces.tsx';

/** A titled part of the page. */
export function Block({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Card pad className="user-block" aria-labelledby={id}>
      <header className="row g2">
        <h2 id={id}>{title}</h2>
        {aside && <span className="end">{aside}</span>}
      </header>
      {children}
    </Card>
  );
}
