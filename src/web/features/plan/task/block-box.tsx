import { OctagonAlert } from 'lucide-react';
import { plainText } from '#markdown/plain-text.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { Button } from '#web/ui/button.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './block-box.module.css';

export function BlockBox({ reason, onLift }: { reason: string; onLift: () => void }) {
  const locked = useLockedProps();
  return (
    <section className={styles.box} aria-label="Blocked">
      <OctagonAlert />
      <div className={cx(styles.about, layout.grow)}>
        <p>
          <b>Blocked.</b> No agent takes it until the block is lifted.
        </p>
        <p className={styles.reason}>{plainText(reason)}</p>
      </div>
      <Button variant="ghost" size="sm" onClick={onLift} {...locked}>
        Lift the block
      </Button>
    </section>
  );
}
