import { formatClock, formatDate, formatDateTime } from '#web/lib/time.ts';
import type { Tone } from '#web/ui/badge.tsx';

const PROJECT_SHOWN = 12;

export const shortProject = (id: string | null) => (id === null ? '–' : `${id.slice(0, PROJECT_SHOWN)}...`);

export function statusTone(code: number): Tone {
  if (code < 300) return 'ok';
  return code < 400 ? 'neutral' : 'bad';
}

const STATUS_WORDS = new Map([
  [200, 'Answered'],
  [202, 'Accepted'],
  [400, 'Invalid request'],
  [401, 'No valid API key'],
  [403, 'Not allowed'],
  [404, 'Not found'],
  [409, 'Conflict, such as a task somebody else holds'],
  [413, 'Too large'],
  [429, 'Over a limit'],
  [500, 'Failed on the server'],
  [502, 'A provider failed'],
  [503, 'Maintenance, or the server is busy'],
]);

/** "404: Not found"; an unknown code without a word. */
export function statusWords(code: number): string {
  const word = STATUS_WORDS.get(code);
  return word === undefined ? String(code) : `${code}: ${word}`;
}

/** Today with seconds, older calls with their date. */
export const callTime = (at: string, now: number) =>
  formatDate(at) === formatDate(now) ? formatClock(at) : formatDateTime(at);
