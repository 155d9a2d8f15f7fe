import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { foldChange } from './fold-change.ts';
import type { Fold, StoredEvent } from './fold.ts';

/** Folds changes of one agent, a minute apart; returns the entries' causes and checkpoints. */
function fold(...changes: StoredEvent[][]) {
  const into: Fold = { state: {}, open: new Set(), last: undefined, added: [], seq: 0, lost: new Map() };
  const actor = { kind: 'agent', id: null, name: 'claude-code' } as const;
  for (const [place, events] of changes.entries())
    foldChange(into, { seq: place + 1, events, actor, at: new Date(place * 60_000) });
  return into.added.map(({ data }) => [data.plan?.cause, data.plan?.added, data.checkpoint_id]);
}

const drafted = (tasks: number, checkpoint: string | null): StoredEvent => ({
  type: 'plan.drafted',
  data: { tasks, planned: 0, work: 0, checkpoint_id: checkpoint as Id | null },
});
const saved: StoredEvent = { type: 'prd.updated', data: { version: 2, cause: 'saved', work_lines: 9 } };
const edited: StoredEvent = { type: 'plan.replaced', data: { cause: 'edit' } };
const restored: StoredEvent = { type: 'plan.replaced', data: { cause: 'restore' } };

test('a plan drafted in several calls is one entry with the checkpoint from before the first', () => {
  expect(fold([drafted(10, 'c1')], [drafted(24, 'c2')])).toEqual([['draft', 34, 'c1']]);
  expect(fold([drafted(10, null)], [drafted(24, 'c2')])).toEqual([['draft', 34, null]]);
  expect(fold([saved], [drafted(10, 'c1')])).toEqual([['draft', 10, 'c1']]);
});

test('a draft after edits by hand and a restore after a draft are entries of their own', () => {
  expect(fold([edited], [drafted(10, 'c1')], [edited])).toEqual([
    ['edit', 0, undefined],
    ['draft', 10, 'c1'],
  ]);
  expect(fold([drafted(10, 'c1')], [restored])).toEqual([
    ['draft', 10, 'c1'],
    ['restore', 0, undefined],
  ]);
});
