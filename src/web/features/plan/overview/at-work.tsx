import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useWhose } from '#web/lib/whose.ts';
import { Dot } from '#web/ui/dot.tsx';
import type { PlanView } from '../data/plan-view.ts';
import { PRESENCE_WORDS, presenceOf } from '#web/lib/presence.ts';
import { TaskLink } from '../task/task-link.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { SectionTitle } from '#web/ui/section-title.tsx';
import styles from './at-work.module.css';

const TONE = { working: 'baton', quiet: 'warn', stalled: 'bad' } as const;

/** All holders with their tasks. */
export function AtWork({ plan, onSelect }: { plan: PlanView; onSelect: (taskId: string) => void }) {
  const now = useNow();
  const whose = useWhose();
  const { baton_slots: slots } = plan.project;
  if (plan.batons.length === 0) return null;
  return (
    <section>
      <SectionTitle>{slots > 1 ? `At work · ${plan.batons.length} of ${slots}` : 'At work'}</SectionTitle>
      <ul>
        {plan.batons.map((baton) => {
          const task = plan.tasks.get(baton.task_id);
          const presence = presenceOf(baton, now);
          return (
            task && (
              <li key={baton.slot} className={styles.row}>
                <Dot tone={TONE[presence]} pulse={presence === 'working'} />
                <b className={typography.truncate}>{whose(baton.holder)}</b>
                <TaskLink task={task} onSelect={onSelect} />
                <span className={cx(typography.small, typography.tertiary, typography.nowrap)}>
                  {presence === 'working'
                    ? shortAge(baton.taken_at, now)
                    : `${PRESENCE_WORDS[presence]}, last call ${shortAge(baton.last_call_at, now)} ago`}
                </span>
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}
