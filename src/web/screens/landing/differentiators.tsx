import type { ReactNode } from 'react';
import { ActivityBars, CheckpointLine, ClientFan, LockRow, NoteStack, PlanTree } from './drawings.tsx';
import { differentiators } from './texts.ts';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

export function Differentiators() {
  const { title, lock, checkpoints, notes, plan, clients, live } = differentiators;
  return (
    <section className={cx(layout.page, 'sect')}>
      <h2>{title}</h2>
      <div className="dgrid">
        <Cell {...lock} drawing={<LockRow />} />
        <Cell {...checkpoints} drawing={<CheckpointLine />} />
        <Cell {...notes} drawing={<NoteStack />} />
        <Cell {...plan} drawing={<PlanTree />} />
        <Cell {...clients} drawing={<ClientFan />} />
        <Cell {...live} drawing={<ActivityBars />} />
      </div>
    </section>
  );
}

function Cell({ title, text, drawing }: { title: string; text: string; drawing: ReactNode }) {
  return (
    <div className="dc">
      <svg viewBox="0 0 240 72" aria-hidden="true">
        {drawing}
      </svg>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
  );
}
