import type { TimelineEntry } from '#contract/timeline.ts';
import { plainLine } from '#markdown/plain-text.ts';
import type { TimelineRow } from './queries.ts';

export const presentEntry = ({ data: { of, ...data }, ...row }: TimelineRow): TimelineEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  who: { kind: row.who_kind, name: row.who, id: of ?? null },
  task_id: row.task_id,
  list_id: row.list_id,
  is_open: row.is_open,
  data: data.text === undefined ? data : { ...data, text: plainLine(data.text) },
});
