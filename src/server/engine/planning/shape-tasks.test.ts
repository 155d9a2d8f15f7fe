import { describe, expect, it } from 'vitest';
import { checksOf, planText, taskOf, titlesOf } from '#test/plan-text.ts';

const items = (count: number, of = (i: number) => `- The desk must do the thing ${i} at noon\n`) =>
  Array.from({ length: count }, (_, i) => of(i + 1)).join('');
const sizes = (content: string) => planText(content).draft.tasks.map(({ checks }) => checks.length);

describe('the size of a task', () => {
  it('climbs to the largest heading that holds at most eight checks', () => {
    const content = `# App\n\n## Lending requirements\n\n### Desk\n\n${items(2)}\n### Box\n\n${items(2, (i) => `- The box must take ${i} books\n`)}`;
    expect(titlesOf(content)).toEqual(['Lending requirements']);
  });

  it('splits along sub-headings beyond that', () => {
    const content = `# App\n\n## Lending requirements\n\n### Desk\n\n${items(6)}\n### Box\n\n${items(6, (i) => `- The box must take ${i} books\n`)}`;
    expect(titlesOf(content)).toEqual(['Desk', 'Box']);
  });

  it('never merges unit headings of two or more checks', () => {
    const content = `# App\n\n## Lending\n\n### Story 1: Desk\n\n${items(2)}\n### Story 2: Box\n\n${items(2, (i) => `- The box must take ${i} books\n`)}`;
    expect(titlesOf(content)).toEqual(['Story 1: Desk', 'Story 2: Box']);
  });

  it('keeps a flat list of sixteen whole and cuts one of seventeen into consecutive parts', () => {
    expect(sizes(`# App\n\n## Lending requirements\n\n${items(16)}`)).toEqual([16]);
    const { tasks } = planText(`# App\n\n## Lending requirements\n\n${items(17)}`).draft;
    expect(tasks.map(({ requirement_ids }) => requirement_ids.length)).toEqual([6, 6, 5]);
  });

  it('keeps a feature with facets whole up to twenty-four checks, and makes no task of a facet', () => {
    const feature = (name: string) =>
      `## ${name}\n\n### Requirements\n\n${items(10, (i) => `- ${name} must do the thing ${i} at noon\n`)}\n### Acceptance Criteria\n\n${items(10, (i) => `- ${name} shows that ${i} is true at noon\n`)}\n`;
    const content = `# App\n\n${feature('Desk')}${feature('Box')}${feature('Print')}`;
    expect(titlesOf(content)).toEqual(['Desk', 'Box', 'Print']);
    expect(sizes(content)).toEqual([20, 20, 20]);
  });

  it('gathers sub-sections of one check under their parent', () => {
    const content = `# App\n\n## Lending requirements\n\n${['A', 'B', 'C'].map((name) => `### Part ${name} of it\n\n- The ${name} must open at noon\n\n`).join('')}### Desk\n\n${items(7)}`;
    expect(checksOf(content)['Lending requirements']).toHaveLength(3);
    expect(titlesOf(content)).toContain('Desk');
  });

  it('makes tasks of labelled items of a features section, even with one check each', () => {
    const content =
      '# App\n\n## Features\n\n- **Lend**: members borrow up to five books at the desk\n- **Return**: members return a book in the box at night\n- **Fine**: the clerk takes a fine for every day too late\n- **Print**: the clerk prints all loans of a member\n';
    expect(titlesOf(content)).toEqual(['Lend', 'Return', 'Fine', 'Print']);
  });
});

describe('what is never one task', () => {
  it('is done with open', () => {
    const content = `# App\n\n## Lending\n\n### Desk\n\n- [x] a b c\n- [x] d e f\n- [x] g h i\n\n### Box\n\n- [ ] j k l\n- [ ] m n o\n`;
    expect(taskOf(content, 'Desk')).toMatchObject({ done: true });
    expect(taskOf(content, 'Box')).toMatchObject({ done: false });
  });

  it('is now with later', () => {
    const content =
      '# App\n\n## Features\n\n- The desk must lend\n- The desk must renew\n- The desk must fly (v2)\n- The desk must swim (v2)\n';
    const { tasks } = planText(content).draft;
    expect(tasks.map(({ parked, checks }) => [parked, checks.length])).toEqual([
      [false, 2],
      [true, 2],
    ]);
  });

  it('is one priority with another', () => {
    const content =
      '# App\n\n## Features\n\n### Desk (P0)\n\n- It must lend\n- It must log\n\n### Box (P2)\n\n- It must take\n- It must lock\n';
    expect(titlesOf(content)).toEqual(['Desk', 'Box']);
  });
});

describe('a ticked box among open ones', () => {
  it('is a done check of an open task', () => {
    const content = '# App\n\n## Desk\n\n- [x] It lends books\n- [ ] It renews books\n';
    expect(taskOf(content, 'Desk')).toMatchObject({ done: false, checks: [{ done: true }, { done: false }] });
  });
});
