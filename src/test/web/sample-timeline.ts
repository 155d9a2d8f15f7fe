import type { TimelineEntry } from '#contract/timeline.ts';

type Sample = Partial<Omit<TimelineEntry, 'id' | 'who' | 'task_id' | 'list_id'>> & {
  id?: string;
  who?: string;
  by?: 'user' | 'agent' | 'system';
  task_id?: string | null;
  list_id?: string | null;
};

let made = 0;

/** An agent's entry about T14; a test states what matters to it. */
export function sampleEntry({ who = 'claude-code', by = 'agent', data, ...rest }: Sample = {}): TimelineEntry {
  made += 1;
  return {
    id: `e${made}`,
    at: '2026-03-17T09:12:00.000Z',
    kind: 'finished',
    who: { kind: by, name: who },
    task_id: 't14',
    list_id: 'l1',
    is_open: false,
    data: { number: 14, title: 'Seed 200,000 keys', ...data },
    ...rest,
  } as TimelineEntry;
}

/** Work of an agent between two moments of the clock on March 17, UTC. */
export const sampleWork = (who: string, from: string, to: string, more: Sample = {}): TimelineEntry =>
  sampleEntry({
    who,
    at: `2026-03-17T${to}:00.000Z`,
    ...more,
    data: { started_at: `2026-03-17T${from}:00.000Z`, fence: 1, slot: 1, ...more.data },
  });
