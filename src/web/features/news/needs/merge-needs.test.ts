import { expect, test } from 'vitest';
import type { Need } from '#contract/news.ts';
import { mergeNeeds, startRows } from './merge-needs.ts';

const need = (kind: Need['kind'], id: string) =>
  ({ kind, task_id: id, question: kind === 'question' ? { id: `q-${id}` } : null }) as unknown as Need;
const [asked, blocked, stopped] = [need('question', 't1'), need('block', 't2'), need('stopped', 't3')] as const;
const older = need('question', 't0');
const ids = (rows: ReturnType<typeof startRows>) =>
  rows.map(({ need: { task_id: id }, outcome }) => (outcome ? `${id} ${outcome.by}` : id));

test('without anybody writing the rows are in the order of the server', () => {
  expect(ids(mergeNeeds(startRows([asked, blocked]), [older, asked, blocked], false))).toEqual(['t0', 't1', 't2']);
});

test('while somebody writes nothing moves, and what is new goes to the end', () => {
  expect(ids(mergeNeeds(startRows([asked, blocked]), [older, asked, blocked], true))).toEqual(['t1', 't2', 't0']);
  expect(ids(mergeNeeds(startRows([asked, stopped, blocked]), [blocked], true))).toEqual([
    't1 others',
    't3 others',
    't2',
  ]);
});

test('what somebody else settled folds in its place; an agent that goes on simply leaves', () => {
  expect(ids(mergeNeeds(startRows([older, asked, blocked, stopped]), [older, blocked], false))).toEqual([
    't0',
    't1 others',
    't2',
  ]);
});

test('an answer given here stays folded in an older answer of the server, and one taken back elsewhere is open again', () => {
  const [row] = startRows([asked]);
  if (!row) throw new Error('no row');
  const mine = { ...row, outcome: { by: 'me', did: 'answered', said: 'Yes' } as const };
  expect(ids(mergeNeeds([mine], [asked], false))).toEqual(['t1 me']);
  expect(ids(mergeNeeds([{ ...row, outcome: { by: 'others' } }], [asked], false))).toEqual(['t1']);
});

test('a row that was shown long enough goes with the next update after the writing', () => {
  const rows = startRows([asked, blocked]).map((row) =>
    row.need === asked ? { ...row, outcome: { by: 'others' } as const, isOver: true } : row,
  );
  expect(ids(mergeNeeds(rows, [blocked], true))).toEqual(['t1 others', 't2']);
  expect(ids(mergeNeeds(rows, [blocked], false))).toEqual(['t2']);
});
