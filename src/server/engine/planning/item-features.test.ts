import { describe, expect, it } from 'vitest';
import { planOffline } from './plan-offline.ts';

function titlesOf(content: string): string[] {
  const { draft } = planOffline(content, { previous: [], roles: [], maxTasks: 100 });
  return draft.tasks.map(({ title }) => title);
}
const labelled = (...names: string[]) =>
  names.map((name) => `- **${name}**: members use the ${name} on every day of the week\n`).join('');
const rows = (...names: string[]) =>
  names.map((name, i) => `| P${i % 3} | ${name} | Members use the ${name} on every day of the week |\n`).join('');
const HEAD = '| Priority | Feature | Description |\n|---|---|---|\n';

describe('items of a features section', () => {
  const parts = ['Bell', 'Door', 'Roof', 'Wall', 'Yard']
    .map((name) => `## ${name}\n\n- It must ring the bell\n- It must mend the door\n- It must paint the wall\n\n`)
    .join('');

  it('lead with their ids before parts that only stand beside each other', () => {
    const ids = ['Desk', 'Box', 'Gate', 'Lamp']
      .map((name, i) => `- **[FEAT-00${i + 1}] ${name}:** members use the ${name} on every day of the week\n`)
      .join('');
    expect(titlesOf(`# App\n\n${parts}## Features\n\n${ids}`).slice(0, 4)).toEqual(['Desk', 'Box', 'Gate', 'Lamp']);
    expect(titlesOf(`# App\n\n${parts}## Features\n\n${labelled('Desk', 'Box', 'Gate', 'Lamp')}`)[0]).toBe('Bell');
  });

  it('are tasks each though another priority stands beside them, where they have ids', () => {
    const items = (mark: string) =>
      ['Desk', 'Box', 'Gate', 'Lamp']
        .map((name, i) => `- **${mark}${i + 1}. ${name}**: members use the ${name} on every day of the week\n`)
        .join('');
    const should = '### Should\n\n- A bell rings at noon\n- A door shuts by itself\n- A roof keeps dry\n';
    expect(titlesOf(`# App\n\n## Needs\n\n### Must\n\n${items('M')}\n${should}`)).toContain('Gate');
    expect(titlesOf(`# App\n\n## Needs\n\n### Must\n\n${items('')}\n${should}`)).not.toContain('Gate');
  });

  it('are the rows of a table with a priority, though quality stands beside it, most urgent first', () => {
    const table = `### Core features\n\n${HEAD}${rows('Desk', 'Box', 'Gate', 'Lamp')}`;
    const quality =
      '\n### Non-functional requirements\n\n- It must load within a second\n- It must never lose a loan\n';
    const titles = titlesOf(`# App\n\n## Needs\n\n${table}${quality}`);
    expect(titles).toEqual(['Desk', 'Lamp', 'Box', 'Gate', 'Non-functional requirements']);
    const { draft } = planOffline(`# App\n\n## Needs\n\n${table}${quality}`, {
      previous: [],
      roles: [],
      maxTasks: 100,
    });
    expect(draft.tasks.slice(0, 4).map(({ prd_lines }) => prd_lines?.start)).toEqual([5, 12, 10, 11]);
  });

  it('are the items above what recurs in them', () => {
    const faceted = (...names: string[]) =>
      names
        .map(
          (name) =>
            `- **${name}:**\n  - *What:* Members must use the ${name} on every day of the week.\n  - *How:* The clerk must open the ${name} with a key that hangs on the wall.\n`,
        )
        .join('');
    const content = `# App\n\n## Core Features\n\n${faceted('Desk', 'Box', 'Gate', 'Lamp')}`;
    const again = ['One', 'Two'].map((name) => `\n## Part ${name}\n\n- **Lamp:** it must shine\n- It must be lit\n`);
    expect(titlesOf(content + again.join('')).slice(0, 4)).toEqual(['Desk', 'Box', 'Gate', 'Lamp']);
  });

  it('are none in a part that says how it is built or how well it works', () => {
    const names = ['Hosting', 'Caching', 'Logging', 'Tracing'];
    const features = `## Features\n\n${labelled('Desk', 'Box', 'Gate', 'Lamp')}\n`;
    for (const heading of ['Technical Requirements', 'Non-Functional Requirements']) {
      const titles = titlesOf(`# App\n\n${features}## ${heading}\n\n${labelled(...names)}`);
      expect(titles).toEqual(['Desk', 'Box', 'Gate', 'Lamp', heading]);
    }
  });
});
