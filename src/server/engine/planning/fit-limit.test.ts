import { describe, expect, it } from 'vitest';
import { planText } from '#test/plan-text.ts';

const part = (heading: string, box: string) =>
  `### ${heading}\n\n${['open', 'close', 'beep'].map((verb) => `- ${box}The ${heading} must ${verb}\n`).join('')}\n`;
const PRD = `# App\n\n## Features\n\n${part('Desk', '[ ] ')}${part('Box', '[x] ')}${part('Gate', '[ ] ')}${part('Lamp', '[x] ')}## Future Ideas\n\n${part('Robot', '')}${part('Drone', '')}`;

describe('a plan that has to fit', () => {
  it('never joins done, open and later work', () => {
    const { tasks } = planText(PRD, { maxTasks: 3 }).draft;
    expect(tasks.map(({ done, parked }) => (done ? 'done' : parked ? 'later' : 'open')).toSorted()).toEqual([
      'done',
      'later',
      'open',
    ]);
    for (const { done, checks } of tasks) expect(new Set(checks.map((check) => check.done))).toEqual(new Set([done]));
  });

  it('still fits where there is no room for one of each, and leaves nothing out', () => {
    const { draft, reading } = planText(PRD, { maxTasks: 1 });
    expect(draft.tasks).toHaveLength(1);
    expect(draft.tasks[0]).toMatchObject({ done: false, parked: false });
    expect(draft.tasks[0]?.requirement_ids).toHaveLength(reading.requirements.length);
  });
});
