import { formatDay } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import rows from './note-rows.module.css';

export function DayHeading({ at }: { at: string }) {
  const now = useNow();
  return (
    <h3 className={rows.day} data-part="day">
      {formatDay(at, now)}
    </h3>
  );
}
