import type { ReactNode } from 'react';
import { ActivityBars, CheckpointLine, ClientFan, LockRow, NoteStack, PlanTree } from './drawings.tsx';
import { differentiators } from './texts.ts';
import { PageSection } from '#web/features/public-frame/index.ts';
import styles from './differentiators.module.css';

export function Differentiators() {
  const { title, lock, checkpoints, notes, plan, clients, live } = differentiators;
  return (
    <PageSection title={title}>
      <div className={styles.grid}>
        <Cell {...lock} drawing={<LockRow />} />
        <Cell {...checkpoints} drawing={<CheckpointLine />} />
        <Cell {...notes} drawing={<NoteStack />} />
        <Cell {...plan} drawing={<PlanTree />} />
        <Cell {...clients} drawing={<ClientFan />} />
        <Cell {...live} drawing={<ActivityBars />} />
      </div>
    </PageSection>
  );
}

function Cell({ title, text, drawing }: { title: string; text: string; drawing: ReactNode }) {
  return (
    <div className={styles.cell}>
      <svg viewBox="0 0 240 72" aria-hidden="true">
        {drawing}
      </svg>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
  );
}
