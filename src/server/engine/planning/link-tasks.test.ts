import { describe, expect, it } from 'vitest';
import { planText } from '#test/plan-text.ts';

function waits(content: string): Record<string, string[]> {
  const { tasks } = planText(content).draft;
  const titles = new Map(tasks.map(({ key, title }) => [key, title]));
  return Object.fromEntries(
    tasks.flatMap(({ title, depends_on }) =>
      depends_on.length === 0 ? [] : [[title, depends_on.map((key) => titles.get(key) ?? key)]],
    ),
  );
}
const feature = (id: string, name: string, more = '') =>
  `### ${id}: ${name}\n\n- The ${name} must open\n- The ${name} must close${more}\n\n`;

describe('a task', () => {
  it('waits for what a phrase names by id', () => {
    const content = `# App\n\n## Features\n\n${feature('FR-1', 'Desk')}${feature('FR-2', 'Box', ', after FR-1')}`;
    expect(waits(content)).toEqual({ Box: ['Desk'] });
  });

  it('does not wait for an id that is only mentioned', () => {
    const content = `# App\n\n## Features\n\n${feature('FR-1', 'Desk')}${feature('FR-2', 'Box', ' like FR-1')}`;
    expect(waits(content)).toEqual({});
  });

  it('never waits for a later one', () => {
    const content = `# App\n\n## Features\n\n${feature('FR-1', 'Desk', ', after FR-2')}${feature('FR-2', 'Box')}`;
    expect(waits(content)).toEqual({});
  });

  it('waits for the data model that defines what it names in code font', () => {
    const content = `# App\n\n## Data Model\n\n### \`loan\`\n\n- It must keep the member\n- It must keep the copy\n\n## Features\n\n### FR-1: Desk\n\n- The desk must write a \`loan\`\n- The desk must print\n\n### FR-2: Box\n\n- The box must open\n- The box must close\n`;
    const found = waits(content);
    expect(Object.keys(found)).toEqual(['Desk']);
  });
});
