import { FileQuestion, FilePen } from 'lucide-react';
import type { Task } from '#contract/task.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { Button } from '#web/ui/button.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './block-box.module.css';

const SAYS = {
  review: {
    icon: FilePen,
    title: 'Review.',
    text: 'Its requirement has changed in the PRD since this task was made. Check that it still asks for the right thing.',
    seen: 'Reviewed',
  },
  orphaned: {
    icon: FileQuestion,
    title: 'Orphaned.',
    text: 'The PRD no longer has what this task answers. Keep it on purpose, or delete it.',
    seen: 'Keep it',
  },
} as const;

/** Shown until somebody has reviewed what happened to the task's requirement in the PRD. */
export function PrdStateBox({ state, onSeen }: { state: NonNullable<Task['prd_state']>; onSeen: () => void }) {
  const locked = useLockedProps();
  const { icon: Icon, title, text, seen } = SAYS[state];
  return (
    <section className={styles.box} aria-label={state === 'review' ? 'Review' : 'Orphaned'}>
      <Icon />
      <p className={cx(styles.about, layout.grow)}>
        <b>{title}</b> {text}
      </p>
      <Button variant="ghost" size="sm" onClick={onSeen} {...locked}>
        {seen}
      </Button>
    </section>
  );
}
