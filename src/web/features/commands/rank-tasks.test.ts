import { describe, expect, test } from 'vitest';
import { sampleTask } from '#test/web/sample-plan.ts';
import { markHits } from './mark-hits.ts';
import { rankTasks } from './rank-tasks.ts';

const plan = (...titles: (string | [string, object])[]) =>
  new Map(
    titles.map((each, i) => {
      const [title, more] = typeof each === 'string' ? [each, {}] : each;
      return [`t${i + 1}`, sampleTask(`t${i + 1}`, { title, ...more })] as const;
    }),
  );
const find = (tasks: ReturnType<typeof plan>, query: string) => rankTasks(tasks, query, 20).map(({ title }) => title);

describe('ranking', () => {
  test('puts the start of a title before the start of a word before the middle of one', () => {
    const tasks = plan('Unclocked', 'Late events and clock drift', 'Clock-skew guard', 'clock');
    expect(find(tasks, 'CLOCK')).toEqual(['clock', 'Clock-skew guard', 'Late events and clock drift', 'Unclocked']);
  });

  test('wants every word, in any order', () => {
    const tasks = plan('Guard the clock', 'Guard the door', 'Clock on the wall');
    expect(find(tasks, 'clock guard')).toEqual(['Guard the clock']);
    expect(find(tasks, 'guard window')).toEqual([]);
  });

  test('finds a number before any title, and last the longer numbers that begin with it', () => {
    const tasks = plan(
      'Twelve',
      ['Support 12 clients', { number: 40 }],
      ['Later', { number: 120 }],
      ['The one', { number: 12 }],
    );
    expect(find(tasks, 't12')).toEqual(['The one', 'Later']);
    expect(find(tasks, '12')).toEqual(['The one', 'Support 12 clients', 'Later']);
    expect(find(tasks, '#12')[0]).toBe('The one');
  });

  test('puts what is done behind what is not', () => {
    expect(find(plan(['Write tests A', { status: 'done' }], 'Write tests B'), 'write')).toEqual([
      'Write tests B',
      'Write tests A',
    ]);
  });

  test('gives at most as many as asked for, and nothing for nothing', () => {
    const many = plan(...Array.from({ length: 10_000 }, (_, i) => `Task number ${i}`));
    expect(rankTasks(many, 'task', 20)).toHaveLength(20);
    expect(rankTasks(many, '  ', 20)).toEqual([]);
  });
});

describe('marking', () => {
  test('marks each word, also where it looks like a pattern', () => {
    expect(markHits('Use c++ (or C)', ['c++', '(or'])).toEqual([
      { text: 'Use ', hit: false },
      { text: 'c++', hit: true },
      { text: ' ', hit: false },
      { text: '(or', hit: true },
      { text: ' C)', hit: false },
    ]);
    expect(markHits(String.raw`a\b-c/d^[e]{f}$|.?*`, [String.raw`\b-c/d^[e]{f}$|.?*`])).toHaveLength(2);
  });

  test('prefers the longer of two words that begin alike', () => {
    expect(markHits('taskbar', ['task', 'taskbar'])).toEqual([{ text: 'taskbar', hit: true }]);
  });
});
