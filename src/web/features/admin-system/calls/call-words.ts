import { formatClock, formatDate, formatDateTime } from '#web/lib/time.ts';
import type { Tone } from '#web/ui/labels.tsx';

const PROJECT_SHOWN = 12;

export const shortProject = (id: string | null) => (id === null ? '–' : `${id.slice(0, PROJECT_SHOWN)}...`);

/** Under 300 success, under 400 secondary, the rest destructive. */
export function statusTone(code: number): Tone {
  if (code < 300) return 'ok';
  return code < 400 ? 'neutral' : 'bad';
}

/** To the second today; with its day before that. */
export const callTime = (at: string, now: number) =>
  formatDate(at) === formatDate(now) ? formatClock(at) : formatDateTime(at);
