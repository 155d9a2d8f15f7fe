import { expect, test } from 'vitest';
import type { TimelineEntry } from '#contract/timeline.ts';
import { sampleEntry, sampleWork } from '#test/web/sample-timeline.ts';
import { type Piece, sayEntry } from './say-entry.ts';
import { notesOf, sayAside, timeOf, workFacts } from './say-meta.ts';

const NOW = Date.parse('2026-03-17T12:00:00.000Z');
const read = (piece: Piece) => {
  if ('text' in piece) return piece.text;
  return 'name' in piece ? `[${piece.name}]` : `<T${piece.task ?? '?'} ${piece.title}>`;
};
const say = (entry: TimelineEntry) =>
  sayEntry(entry, (name) => name === 'Ada', NOW)
    .map(read)
    .join('')
    .replaceAll(' ', ' ');
const TASK = '<T14 Seed 200,000 keys>';

test('every kind has its line, with names once and no statuses', () => {
  const of = (kind: TimelineEntry['kind'], data: TimelineEntry['data'] = {}, who = 'codex') =>
    say(sampleEntry({ kind, who, by: who === 'Ada' ? 'user' : 'agent', data }));
  expect(of('held')).toBe(`[codex] holds ${TASK}`);
  expect(of('finished')).toBe(`[codex] finished ${TASK}`);
  expect(of('skipped')).toBe(`[codex] closed ${TASK} as not needed`);
  expect(of('put_back', { text: 'too large' })).toBe(`[codex] put back ${TASK}: too large`);
  expect(of('blocked', { text: 'no key' })).toBe(`[codex] blocked ${TASK}: no key`);
  expect(of('asked', { text: '401 or 403?' })).toBe(`[codex] asked on ${TASK}: 401 or 403?`);
  expect(of('answered', { text: '403', from: 'codex' }, 'Ada')).toBe(`[You] answered [codex] on ${TASK}: 403`);
  expect(of('stopped')).toBe(`[codex] fell silent on ${TASK}`);
  expect(of('freed', { by: 'Ada', text: 'Wrong task' })).toBe(`[codex] was freed by [you] on ${TASK}: Wrong task`);
  expect(of('took_over', { from: 'cursor' })).toBe(`[codex] took over ${TASK} from [cursor]`);
  expect(of('handover', { from: 'cursor' })).toBe('The baton went from [cursor] to [codex]');
  expect(of('unblocked', {}, 'Ada')).toBe(`[You] unblocked ${TASK}`);
  expect(of('marked_done', {}, 'Ada')).toBe(`[You] marked ${TASK} done`);
  expect(of('reopened', {}, 'Ada')).toBe(`[You] reopened ${TASK}`);
  const plan = { cause: 'prd', added: 2, removed: 0, changed: 1, lists: 0, version: 3 } as const;
  expect(of('planned', { plan }, 'Ada')).toBe('[You] changed the plan: PRD version 3, 2 tasks added, 1 edit');
  expect(of('noted', { notes: 1 })).toBe(`[codex] left a note on ${TASK}`);
  expect(of('noted', { notes: 1_200 })).toBe(`[codex] left 1,200 notes on ${TASK}`);
  expect(of('checkpoint', { text: 'Before the merge' })).toBe('[codex] saved checkpoint “Before the merge”');
  expect(of('completed')).toBe('All tasks are done');
});

test('whoever took over says since when the other was silent', () => {
  const at = new Date(2026, 2, 16, 18, 34).toISOString();
  const entry = sampleEntry({ kind: 'took_over', data: { from: 'codex', last_call_at: at } });
  expect(
    sayEntry(entry, () => false, new Date(2026, 2, 17, 12).getTime())
      .map(read)
      .join(''),
  ).toMatch(/from \[codex\], silent since yesterday 6:34\sPM$/);
});

test('an agent that is called like the person is not the person', () => {
  expect(say(sampleEntry({ who: 'Ada', by: 'agent' }))).toBe(`[Ada] finished ${TASK}`);
  expect(say(sampleEntry({ who: 'Ada', by: 'user' }))).toBe(`[You] finished ${TASK}`);
});

test('the end of a line says what is known, and nothing else', () => {
  expect(workFacts({})).toEqual({ files: undefined, added: undefined, removed: undefined, tests: undefined });
  expect(workFacts({ files: 1 })).toMatchObject({ files: '1 file', added: undefined });
  expect(workFacts({ files: 9, diff: { files: 3, insertions: 1_240, deletions: 18 }, tests: 'pass' })).toEqual({
    files: '3 files',
    added: '+1,240',
    removed: '−18',
    tests: 'pass',
  });
  expect(timeOf(sampleWork('codex', '08:34', '09:12'), NOW)).toBe('38 min');
  expect(timeOf(sampleWork('codex', '11:48', '11:48', { kind: 'held' }), NOW)).toBe('12 min');
  expect(timeOf(sampleEntry(), NOW)).toBeUndefined();
  const aside = (kind: TimelineEntry['kind'], data: TimelineEntry['data'] = {}, isOpen = false) =>
    sayAside(sampleEntry({ kind, is_open: isOpen, data }), NOW);
  expect([aside('blocked', {}, true), aside('asked', {}, true), aside('asked')]).toEqual([
    'waits for you',
    'waits for you',
    'answered',
  ]);
  expect(aside('handover', { has_checkpoint: true, notes: 3 })).toBe('checkpoint, 3 notes');
  expect(aside('handover', { notes: 1 })).toBe('1 note');
  expect(aside('answered', { started_at: '2026-03-17T09:06:00.000Z' })).toBe('after 6 min');
});

test('notes unfold where it is known when they were written', () => {
  expect(notesOf(sampleWork('codex', '08:00', '09:00', { data: { notes: 4 } }))).toBe(4);
  expect(notesOf(sampleEntry({ kind: 'handover', data: { notes: 3 } }))).toBe(0);
});
