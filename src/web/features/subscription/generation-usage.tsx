import { Meter } from '#web/ui/progress.tsx';
import { resetNote, useSubscription } from './queries.ts';

const NAME = 'Task generations this month';

/** How many generations are left, where one is about to be spent. */
export function GenerationUsage() {
  const { data } = useSubscription();
  if (!data) return null;
  const used = data.usage.task_generations_used;
  const limit = data.limits.monthly_task_gen_limit;
  return (
    <>
      <div className="row small">
        <span className="t2">{NAME}</span>
        <span className="end num">
          <b>{used}</b> <span className="t3">/ {limit}</span>
        </span>
      </div>
      <Meter value={used} max={limit} label={NAME} />
      {used >= limit && <p className="small text-(--warn-text)">{resetNote(data, used, limit)}</p>}
    </>
  );
}
