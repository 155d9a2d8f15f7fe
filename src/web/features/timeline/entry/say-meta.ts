import { TIMELINE_TEXTS as T } from '#contract/timeline-texts.ts';
import type { EntryData, TimelineEntry } from '#contract/timeline.ts';
import { formatMoment, sayTime } from '../times.ts';

/** How large the work was and how it was tested; what the agent did not say is left out. */
export interface WorkFacts {
  files: string | undefined;
  added: string | undefined;
  removed: string | undefined;
  tests: 'pass' | 'fail' | undefined;
}

const number = (value: number) => value.toLocaleString('en-US');
const sayFiles = (count: number) => (count === 1 ? '1 file' : `${number(count)} files`);

export function workFacts({ diff, files, tests }: EntryData): WorkFacts {
  const count = diff?.files ?? files;
  return {
    files: count === undefined ? undefined : sayFiles(count),
    added: diff && `+${number(diff.insertions)}`,
    removed: diff && `−${number(diff.deletions)}`,
    tests,
  };
}

/** How long the work took; undefined where the entry is no work. */
export function timeOf({ kind, at, data }: TimelineEntry, now: number): string | undefined {
  if (data.started_at === undefined || data.fence === undefined) return undefined;
  return sayTime((kind === 'held' ? now : Date.parse(at)) - Date.parse(data.started_at));
}

/** What else a line says at its end. */
export function sayAside({ kind, is_open: isOpen, at, data }: TimelineEntry, now: number): string | undefined {
  switch (kind) {
    case 'finished':
      return data.merged_into === undefined ? undefined : `merged into ${data.merged_into}`;
    case 'blocked':
      return isOpen ? T.list.waits : 'lifted';
    case 'asked':
      return isOpen ? T.list.waits : 'answered';
    case 'answered':
      return data.started_at === undefined
        ? undefined
        : `after ${sayTime(Date.parse(at) - Date.parse(data.started_at))}`;
    case 'handover':
      return [data.has_checkpoint && 'checkpoint', (data.notes ?? 0) > 0 && T.list.notes(data.notes ?? 0)]
        .filter(Boolean)
        .join(', ');
    case 'took_over':
      return data.last_call_at === undefined ? 'notes kept' : 'lease ended, notes kept';
    case 'stopped':
      return data.last_call_at === undefined ? undefined : `last call ${formatMoment(data.last_call_at, now)}`;
    case 'completed':
      return data.text === undefined ? undefined : `${Number(data.text).toLocaleString('en-US')} tasks`;
    default:
      return undefined;
  }
}

/** Entries whose notes can be unfolded; a handover only counts them. */
export const notesOf = ({ kind, data }: TimelineEntry): number =>
  kind === 'handover' || data.started_at === undefined ? 0 : (data.notes ?? 0);
