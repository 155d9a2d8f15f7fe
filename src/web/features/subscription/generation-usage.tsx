import { Meter } from '#web/ui/progress.tsx';
import { limitLine } from './limit-note.ts';
import { useSubscription } from './queries.ts';

const NAME = 'Task generations this month';

/** How many generations are left, where one is about to be spent. */
export function GenerationUsage() {
  const { data } = useSubscription();
  if (!data) return null;
  const { used, limit, note, isReached } = limitLine(data, 'task_generations');
  if (limit === null) return isReached ? <p className="small text-(--warn-text)">{note}</p> : null;
  return (
    <>
      <div className="row small">
        <span className="t2">{NAME}</span>
        <span className="end num">
          <b>{used}</b> <span className="t3">/ {limit}</span>
        </span>
      </div>
      <Meter value={used} max={limit} label={NAME} />
      {isReached && <p className="small text-(--warn-text)">{note}</p>}
    </>
  );
}
