import { describe, expect, it } from 'vitest';
import { planText } from '#test/plan-text.ts';

const THINGS = ['book', 'map', 'pen', 'card', 'lamp', 'desk', 'door', 'shelf', 'stamp', 'list', 'chair', 'clock'];
const story = (role: string, wish: string) => `- As a ${role}, I want ${wish}, so that work goes on\n`;
const lend = (count: number) =>
  THINGS.slice(0, count)
    .map((thing) => story('clerk', `to lend a ${thing} to members`))
    .join('');
const paint = (role: string, count: number) =>
  THINGS.slice(0, count)
    .map((thing) => story(role, `red paint for the ${thing} of our hall`))
    .join('');
const tasksOf = (stories: string) => planText(`# App\n\n## User stories\n\n${stories}`).draft.tasks;

describe('a long flat list', () => {
  it('is cut where another role speaks, and each part is called by its beginning', () => {
    const guests = ['guest', 'visitor'].map((role) => story(role, 'to look around')).join('');
    const tasks = tasksOf(`${lend(10)}${guests}${paint('painter', 8)}`);
    expect(tasks.map(({ title, checks }) => [title, checks.length])).toEqual([
      ['lend a book to members', 12],
      ['red paint for the book of our hall', 8],
    ]);
  });

  it('is cut where the words change, near the middle', () => {
    expect(tasksOf(`${lend(11)}${paint('clerk', 7)}`).map(({ checks }) => checks.length)).toEqual([11, 7]);
  });

  it('bears the name of its heading where it is one task', () => {
    expect(tasksOf(lend(9)).map(({ title }) => title)).toEqual(['User stories']);
  });

  it('shows each part with its own lines', () => {
    const [first, second] = tasksOf(`${lend(11)}${paint('clerk', 7)}`);
    expect(first?.prd_lines).toEqual({ start: 3, end: 15 });
    expect(second?.prd_lines).toEqual({ start: 16, end: 22 });
  });
});
