import { describe, expect, it } from 'vitest';
import { checksOf, planText, titlesOf } from '#test/plan-text.ts';

const items = (...lines: string[]) => lines.map((line) => `- ${line}\n`).join('');
const FEATURES = `# App

## Features

### Loans tab

${items('The clerk must see all loans of one member', 'The clerk must renew a loan', 'The clerk must print a slip', 'The clerk must lend')}
### Fines desk

${items('The clerk must take a fine for every late day', 'The member must get a receipt', 'The fine must stop at ten', 'The fine must be shown')}
### Night box

${items('The box must take a book at night', 'The box must lock when it is full', 'The box must glow', 'The box must call the clerk')}
`;

describe('a schedule beside the features', () => {
  it('orders them, whatever its heading is called', () => {
    const content = `${FEATURES}\n## Product-Roadmap\n\n### Phase 1: Evening\n\n- Night box\n\n### Phase 2: Money\n\n- Fines desk\n\n### Phase 3: Rest\n\n- Loans tab\n`;
    expect(titlesOf(content)).toEqual(['Night box', 'Fines desk', 'Loans tab']);
  });

  it('leaves the order of the document where it names few of them', () => {
    const content = `${FEATURES}\n## Product-Roadmap\n\n### Phase 1: Evening\n\n- Night box\n- Paint the wall of the hall green\n\n### Phase 2: Rest\n\n- Buy a new lamp for the hall\n`;
    expect(titlesOf(content).slice(0, 3)).toEqual(['Loans tab', 'Fines desk', 'Night box']);
  });

  it('adds no check where a line only says a title, and one where it says more', () => {
    const content = `${FEATURES}\n## Milestones\n\n- Implement basic night box\n- Fines desk takes cards of every bank\n- Loans tab\n`;
    const { tasks } = planText(content).draft;
    expect(tasks.map(({ title, checks }) => [title, checks.length])).toEqual([
      ['Loans tab', 4],
      ['Fines desk', 5],
      ['Night box', 4],
    ]);
    expect(tasks[2]?.requirement_ids).toHaveLength(5);
  });

  it.each(['## Build task list\n\n', '## How we get there\n\n### Phase 1: Evening\n\n'])(
    'hands over what names one of them: %j',
    (heading) => {
      const content = `${FEATURES}\n${heading}- [ ] Night box gets a lid of steel\n- [ ] Paint the wall of the hall green\n\n### Phase 2: Rest\n\n- [ ] Buy a new lamp for the hall\n`;
      expect(checksOf(content)['Night box']).toHaveLength(5);
    },
  );

  it('is not a feature that has such a word in its name', () => {
    const content = `${FEATURES}\n## Roadmap view\n\n- The night box must be seen on the map\n- The map must turn\n`;
    expect(checksOf(content)['Roadmap view']).toHaveLength(2);
  });

  it('is no part of their family, though both have the same labels', () => {
    const facet = (heading: string, line: string) =>
      `### ${heading}\n\n**Scope:**\n\n- The ${line} must open\n- The ${line} must close\n\n**Checks:**\n\n- The ${line} must be seen\n\n`;
    const content = `# App\n\n## Features\n\n${facet('Loans tab', 'tab')}${facet('Fines desk', 'desk')}${facet('Night box', 'box')}${facet('Print room', 'room')}## Delivery\n\n${facet('Phase 1: Ground', 'cellar')}${facet('Phase 2: Night box', 'lid')}`;
    expect(titlesOf(content).slice(0, 4)).toEqual(['Loans tab', 'Fines desk', 'Night box', 'Print room']);
    expect(checksOf(content)['Night box']?.length).toBeGreaterThan(3);
  });

  it('keeps the phases in a row that hold the features', () => {
    const half = (thing: string) =>
      `### The ${thing}\n\n**Build:**\n\n${items(`The ${thing} must open`, `The ${thing} must close`, `The ${thing} must lock`)}\n**Check:**\n\n${items(`The ${thing} must be seen`, `The ${thing} must be heard`)}\n`;
    const stage = (n: number) => `## Phase ${n}: Part ${n}\n\n${half(`door ${n}`)}${half(`wall ${n}`)}`;
    const content = `# App\n\n${stage(1)}## Phase 2: Reports\n\n${items('The report must list all doors', 'The report must list all walls', 'The report must be printed')}\n${stage(3)}`;
    expect(planText(content).draft.lists.map(({ name }) => name)).toEqual([
      'Phase 1: Part 1',
      'Phase 2: Reports',
      'Phase 3: Part 3',
    ]);
  });
});

describe('what a schedule says alone', () => {
  const ROADMAP = `\n## Roadmap\n\n### Phase 1: Skeleton\n\n- Repository with a linter and a pipeline\n- Empty page on the server\n\n### Phase 2: Polish\n\n- Colours of the house everywhere\n- Photos of the hall\n`;

  it('opens the plan where it sets the project up, and closes it in one task', () => {
    expect(titlesOf(`${FEATURES}${ROADMAP}`)).toEqual([
      'Phase 1: Skeleton',
      'Loans tab',
      'Fines desk',
      'Night box',
      'Phase 2: Polish',
    ]);
  });

  it('does not come first where a feature sets the project up', () => {
    const content = `${FEATURES.replace('### Loans tab', '### Project setup\n\n- The repository must be there\n- The server must answer\n- The pipeline must run\n\n### Loans tab')}${ROADMAP}`;
    expect(titlesOf(content)[0]).toBe('Project setup');
    expect(titlesOf(content).at(-1)).toBe('Roadmap');
  });

  it('closes the phases of one part together', () => {
    const stage = (n: number, thing: string) =>
      `### Phase ${n} – Part ${n}\n\n${items(`Buy the ${thing} of the year`, `Hang up the ${thing}`, `Photograph the ${thing}`)}\n`;
    const content = `${FEATURES}\n## Delivery in parts\n\n${stage(1, 'clock')}${stage(2, 'mirror')}${stage(3, 'carpet')}`;
    expect(titlesOf(content).slice(3)).toEqual(['Delivery in parts']);
    const mixed = `${content}\n### Rules of the house\n\n${items('The guard must walk at night', 'The guard must whistle')}`;
    expect(titlesOf(mixed)).toContain('Phase 1 – Part 1');
  });

  it('orders nothing where it only says when others look', () => {
    const content = `${FEATURES}\n## Reviews\n\n### Checkpoint 1: Spring\n\n${items('Night box is seen by the mayor', 'Fines desk is seen by the mayor')}\n### Checkpoint 2: Autumn\n\n${items('Loans tab is seen by the mayor', 'The mayor is pleased')}`;
    expect(titlesOf(content)).toEqual(['Loans tab', 'Fines desk', 'Night box', 'Checkpoint 2: Autumn']);
  });

  it('is no beginning where one line of a phase is left', () => {
    const content = `${FEATURES}\n## Roadmap\n\n### Phase 1: Skeleton\n\n- Empty page on the server\n\n### Phase 2: Polish\n\n- Photos of the hall\n`;
    expect(titlesOf(content)[0]).toBe('Loans tab');
  });
});

describe('features against a roadmap', () => {
  const THINGS = ['lamp', 'door', 'clock', 'carpet', 'mirror', 'chair', 'window', 'stove'];
  const stages = (count: number, box = '') =>
    [1, 2, 3, 4, 5, 6]
      .map((n) => {
        const jobs = THINGS.slice(0, count).map((thing) => `- ${box}The house must get the ${thing} of room ${n}\n`);
        return `### Phase ${n}: Part ${n}\n\n${jobs.join('')}\n`;
      })
      .join('');

  it('break the work down where each says as much as a phase', () => {
    expect(titlesOf(`${FEATURES}\n## Roadmap\n\n${stages(4)}`).slice(0, 3)).toEqual([
      'Loans tab',
      'Fines desk',
      'Night box',
    ]);
  });

  it('stand back where a phase says more, or says what is done', () => {
    expect(titlesOf(`${FEATURES}\n## Roadmap\n\n${stages(8)}`)[0]).toBe('Phase 1: Part 1');
    const ticked = `${FEATURES}\n## Roadmap\n\n${stages(4, '[x] ').replaceAll(/\[x\](?=.*room [456])/gu, '[ ]')}`;
    expect(titlesOf(ticked)[0]).toBe('Phase 1: Part 1');
  });
});
