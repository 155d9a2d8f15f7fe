import './block-box.css';
import { OctagonAlert } from 'lucide-react';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { Button } from '#web/ui/button.tsx';
import layout from '#web/styles/layout.module.css';

/** Why nobody can go on with the task, in the words of whoever had to stop. */
export function BlockBox({ reason, onLift }: { reason: string; onLift: () => void }) {
  const locked = useLockedProps();
  return (
    <section className="block-box" aria-label="Blocked">
      <OctagonAlert />
      <div className={layout.grow}>
        <p>
          <b>Blocked.</b> No agent takes it until the block is lifted.
        </p>
        <p className="reason">{reason}</p>
      </div>
      <Button variant="ghost" size="sm" onClick={onLift} {...locked}>
        Lift the block
      </Button>
    </section>
  );
}
