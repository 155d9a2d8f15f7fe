import { expect, test } from 'vitest';
import { sampleEntry } from '#test/web/sample-timeline.ts';
import { askedOf, isNarrowed, isShown, nameFilters, NO_TIMELINE_FILTERS, type TimelineFilters } from './filters.ts';

const narrowedTo = (change: Partial<TimelineFilters>) => ({ ...NO_TIMELINE_FILTERS, ...change });

test('what narrows nothing is not sent', () => {
  expect(askedOf(narrowedTo({ q: '  ' }))).toEqual({});
  expect(askedOf(narrowedTo({ agent: 'codex', group: 'done', q: ' keys ' }))).toEqual({
    agent: 'codex',
    group: 'done',
    q: 'keys',
  });
  expect([isNarrowed(narrowedTo({ q: ' ' })), isNarrowed(narrowedTo({ list: 'l1' }))]).toEqual([false, true]);
});

test('the relay decides like the list: agent, list, kind and words', () => {
  const entry = sampleEntry({ kind: 'took_over', data: { from: 'codex' } });
  const shown = (change: Partial<TimelineFilters>) => isShown(entry, narrowedTo(change));
  expect([shown({}), shown({ agent: 'claude-code' }), shown({ agent: 'codex' }), shown({ agent: 'cursor' })]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect([shown({ list: 'l1' }), shown({ list: 'l2' })]).toEqual([true, false]);
  expect([shown({ group: 'handovers' }), shown({ group: 'done' })]).toEqual([true, false]);
  expect([shown({ q: 'SEED' }), shown({ q: 't14' }), shown({ q: 'invoice' })]).toEqual([true, true, false]);
});

test('what hides everything is named', () => {
  const listName = () => 'Billing webhooks';
  expect(nameFilters(narrowedTo({ group: 'blocked', agent: 'cursor', list: 'l' }), listName)).toBe(
    'No blocked tasks by cursor in Billing webhooks',
  );
  expect(nameFilters(narrowedTo({ q: 'nonsense' }), listName)).toBe('Nothing with “nonsense”');
});
