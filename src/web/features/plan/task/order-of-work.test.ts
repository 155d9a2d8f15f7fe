import { describe, expect, it } from 'vitest';
import { readyTasks } from '../overview/ready-tasks.ts';
import { listTasks } from '../overview/list-tasks.ts';
import { buildPlan, taskOf } from '#test/web/build-plan.ts';
import { keyChecks } from '../data/key-checks.ts';
import { describeHops, layOutHops } from './lay-out-hops.ts';
import { matchTasks } from './match-tasks.ts';
import { neighboursOf, upNext } from './next-tasks.ts';
import { readTitles } from './read-titles.ts';

const plan = buildPlan({
  lists: [
    { id: 'l1', name: 'First' },
    { id: 'l2', name: 'Below', parent_task_id: 'b', depth: 1 },
    { id: 'l3', name: 'Second', created_at: '2026-03-02T00:00:00.000Z' },
  ],
  tasks: [
    { id: 'a' },
    { id: 'b', title: 'Divided' },
    { id: 'b1', list: 'l2', status: 'done' },
    { id: 'b2', list: 'l2' },
    { id: 'c' },
    { id: 'z', list: 'l3' },
  ],
  waits: [['c', 'b2']],
});
const ids = (tasks: readonly { id: string }[]) => tasks.map(({ id }) => id);
const none = new Set<string>();

describe('what comes next', () => {
  it('is open, undivided and in the same root list', () => {
    expect(ids(upNext(plan, taskOf(plan, 'a'), 5))).toEqual(['b2', 'c']);
    expect(ids(upNext(plan, taskOf(plan, 'c'), 5))).toEqual([]);
  });

  it('is the neighbour in the order of the tree, with an end on both sides', () => {
    expect(neighboursOf(plan, taskOf(plan, 'b1'))).toMatchObject({ previous: { id: 'b' }, next: { id: 'b2' } });
    expect(neighboursOf(plan, taskOf(plan, 'a')).previous).toBeUndefined();
    expect(neighboursOf(plan, taskOf(plan, 'z')).next).toBeUndefined();
  });

  it('is ready only when nothing holds it up', () => {
    expect(ids(readyTasks(plan, 8))).toEqual(['a', 'b2', 'z']);
    expect(ids(readyTasks(plan, 1))).toEqual(['a']);
  });
});

describe('the flat list', () => {
  const filters = { q: '', lists: [], statuses: [] };

  it('has everything in the order of the tree without filters', () => {
    expect(listTasks(plan, filters, none)).toBe(plan.order);
  });

  it('keeps a list with everything below it, and of that what words and statuses leave', () => {
    expect(ids(listTasks(plan, { ...filters, lists: ['l1'] }, none))).toEqual(['a', 'b', 'b1', 'b2', 'c']);
    expect(ids(listTasks(plan, { ...filters, lists: ['l1'], statuses: ['done'] }, none))).toEqual(['b1']);
    expect(ids(listTasks(plan, { ...filters, lists: ['l3'], q: 'divided' }, none))).toEqual([]);
  });

  it('never hides what still waits for the server', () => {
    expect(ids(listTasks(plan, { ...filters, lists: ['l3'], statuses: ['done'] }, new Set(['a'])))).toEqual(['a']);
  });

  it('does not go empty over a list that is gone', () => {
    expect(listTasks(plan, { ...filters, lists: ['deleted'] }, none)).toBe(plan.order);
  });
});

describe('finding a task to wait for', () => {
  it('puts the exact number first and leaves out what is there already', () => {
    expect(ids(matchTasks(plan.order, 't3', none, 8))).toEqual(['b1']);
    expect(ids(matchTasks(plan.order, '', new Set(['a', 'b']), 2))).toEqual(['b1', 'b2']);
    expect(ids(matchTasks(plan.order, '1', new Set(['a']), 8))).toEqual(['b1']);
  });

  it('wants every word', () => {
    expect(ids(matchTasks(plan.order, 'divided t2', none, 8))).toEqual(['b']);
    expect(matchTasks(plan.order, 'divided nothing', none, 8)).toEqual([]);
  });
});

describe('the drawing of one hop', () => {
  const many = plan.order.filter(({ id }) => id !== 'a');

  it('turns more than four into one box and stays inside its width', () => {
    const { boxes } = layOutHops(taskOf(plan, 'a'), many, [], 300);
    expect(boxes.map(({ label }) => label)).toEqual(['T2', 'T3', 'T4', '+2 more', 'T1']);
    expect(boxes.every(({ x }) => x >= 0 && x + 64 <= 300)).toBe(true);
  });

  it('is told in a sentence', () => {
    expect(describeHops(taskOf(plan, 'c'), [taskOf(plan, 'b1'), taskOf(plan, 'b2')], [])).toBe(
      'T5 waits for T3 (done) and T4 (open) and holds up nothing.',
    );
  });
});

it('two checks of the same words keep apart', () => {
  const check = { text: 'Passes', met: false };
  expect(keyChecks([check, check]).map(({ key }) => key)).toEqual(['1:Passes', '2:Passes']);
});

it('titles are read from pasted lists', () => {
  expect(readTitles('- First\n 2. Second\n\n* [x] Third\n2026 report\n-\nA - B')).toEqual([
    'First',
    'Second',
    'Third',
    '2026 report',
    'A - B',
  ]);
  expect(readTitles('•\tFirst\r\n> - Second\n3.5 litres\n-5 degrees\n#12 Third')).toEqual([
    'First',
    'Second',
    '3.5 litres',
    '-5 degrees',
    '#12 Third',
  ]);
});
