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
    expect(tasks.map(({ title, checks }) => [title, checks.length])).toEqual([
      ['Lending requirements', 9],
      ['The desk must do the thing 10 at noon', 7],
    ]);
  });

  it('cuts a flat list along its ids, its prefixes or its roles', () => {
    const by = (of: (i: number) => string) =>
      planText(`# App\n\n## Lending requirements\n\n${items(20, of)}`).draft.tasks;
    const sized = (of: (i: number) => string) => by(of).map(({ title, checks }) => [title, checks.length]);
    const thing = (i: number) => `must do the thing ${i} at noon`;
    expect(sized((i) => `- US-${i <= 6 ? 1 : 2}.${i}: The desk ${thing(i)}\n`)).toEqual([
      ['Lending requirements', 6],
      ['The desk must do the thing 7 at noon', 13],
    ]);
    expect(sized((i) => `- ${i <= 5 ? 'Admin' : 'Member'}: The desk ${thing(i)}\n`)).toEqual([
      ['Admin', 5],
      ['Member', 15],
    ]);
    expect(sized((i) => `- As a ${i <= 7 ? 'clerk' : 'member'}, I want the desk to do ${i} at noon\n`)).toEqual([
      ['the desk to do 1 at noon', 7],
      ['the desk to do 8 at noon', 13],
    ]);
    expect(sized((i) => `- ${i % 2 === 0 ? 'Admin' : 'Member'}: The desk ${thing(i)}\n`)).toEqual([
      ['Lending requirements', 10],
      ['Member: The desk must do the thing 11 at noon', 9],
    ]);
  });

  it('names no task after a label that recurs under the siblings, or after half a sentence', () => {
    const screen = (name: string) =>
      `## ${name}\n\n**Elements**\n\n${items(9, (i) => `- ${name} must show the thing ${i} at noon\n`)}\n**States**\n\n${items(8, (i) => `- ${name} must be in state ${i} at noon\n`)}\n`;
    const lead = `## Lobby\n\n${items(5)}\nOnce the invitations have gone out the screen must turn into a lobby with:\n\n${items(5, (i) => `- The lobby must show the member ${i} at noon\n`)}\n`;
    const titles = titlesOf(`# App\n\n${screen('Desk')}${screen('Box')}${screen('Print')}${lead}`);
    expect(new Set(titles)).toEqual(new Set(['Desk', 'Box', 'Print', 'Lobby']));
  });

  it('names a task after the bold label above a lead-in', () => {
    const step = (name: string, lead: string) =>
      `**${name}**\n${lead}:\n\n${items(6, (i) => `- ${name} must do the thing ${i} at noon\n`)}\n`;
    const content = `# App\n\n## Requirements\n\n${step('Desk', 'The clerk works at the desk and so')}${step('Box', 'At night')}`;
    expect(titlesOf(content)).toEqual(['Desk', 'Box']);
  });

  it('keeps the name of a feature with facets that has one check', () => {
    const feature = (name: string) =>
      `### ${name}\n\n**Description**: what ${name} is.\n\n**Complexity**: low\n\n- The ${name} must open at noon\n\n`;
    const content = `# App\n\n## Feature catalog\n\n${['Desk', 'Box', 'Slip'].map(feature).join('')}`;
    expect(planText(`${content}## Other requirements\n\n${items(9)}`).draft.tasks.map(({ title }) => title)).toContain(
      'Feature catalog',
    );
    const long = `# App\n\n## Feature catalog\n\n${['Desk', 'Box', 'Slip'].map(feature).join('')}${feature('Fine').trimEnd()}\n${items(8)}`;
    expect(titlesOf(long)).toEqual(['Desk', 'Box', 'Slip', 'Fine']);
  });

  it('names no task after the document, unless it has no other heading', () => {
    const list = '- [ ] The desk must lend\n- [ ] The desk must renew\n';
    expect(
      titlesOf(`# Lending desk\n\n${list}\n## Box requirements\n\n- The box must open\n- The box must close\n`),
    ).not.toContain('Lending desk');
    expect(titlesOf(`# Lending desk\n\n${list}`)).toEqual(['Lending desk']);
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
    expect(checksOf(content)['Lend']).toEqual(['members borrow up to five books at the desk']);
    expect(titlesOf(content.replace('## Features', '## Future features'))).toEqual(['Future features']);
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

describe('the name of a task', () => {
  const part = (name: string, count: number) =>
    `### ${name}\n\n${items(count, (i) => `- The ${name} must do the thing ${i} at noon\n`)}\n`;

  it('is its heading, though it asks for one thing, where most of its siblings are tasks', () => {
    const content = `# App\n\n## Pages\n\n${part('Desk', 4)}${part('Box', 1)}${part('Bell', 1)}${part('Gate', 4)}${part('Lamp', 3)}`;
    expect(titlesOf(content)).toEqual(['Desk', 'Box', 'Bell', 'Gate', 'Lamp']);
  });

  it('is the heading above where most of them ask for one thing', () => {
    const names = ['Box', 'Bell', 'Well', 'Tree', 'Pond', 'Hill'];
    const content = `# App\n\n## Pages\n\n${part('Desk', 9)}${names.map((name) => part(name, 1)).join('')}`;
    expect(titlesOf(content)).toEqual(['Desk', 'Pages']);
  });

  it('is the heading of the only sub-section with work, where that is a name of its own', () => {
    const content = (name: string) => `# App\n\n## Shop\n\n### Background\n\nThe shop is old.\n\n${part(name, 3)}`;
    expect(titlesOf(content('Night box'))).toEqual(['Night box']);
    expect(titlesOf(content('Requirements'))).toEqual(['Shop']);
  });
});

describe('a unit of facets', () => {
  const unit = (n: number, extra: string) =>
    `## Feature ${n}: Part ${n}\n\n### Behavior\n\n${items(10, (i) => `- The part ${n} must do the thing ${i} at noon\n`)}\n${extra}### Acceptance\n\n${items(8, (i) => `- The part ${n} is seen to do ${i} by the mayor\n`)}\n`;
  const inputs = `### Inputs\n\n${items(9, (i) => `- The input must hold the letter ${i} of the alphabet\n`)}\n`;

  it('stays one task in its place though it has a part of its own', () => {
    const content = `# App\n\n${unit(1, '')}${unit(2, inputs)}${unit(3, '')}`;
    expect(titlesOf(content)).toEqual(['Feature 1: Part 1', 'Feature 2: Part 2', 'Feature 3: Part 3']);
  });

  it('is split where that part says most of it', () => {
    const large = ['Inputs', 'Outputs', 'Colours']
      .map((name) => inputs.replace('Inputs', name).replaceAll('input must', `${name} must`))
      .join('');
    expect(titlesOf(`# App\n\n${unit(1, '')}${unit(2, large)}${unit(3, '')}`)).toContain('Outputs');
  });
});

describe('rows with acceptance', () => {
  const table = (name: string, acceptance: (row: string) => string) =>
    `### ${name}\n\n| Feature | Description | Success Criteria |\n|---|---|---|\n${['lamp', 'bell', 'door'].map((row) => `| ${name} ${row} | The ${row} of the ${name} | ${acceptance(row)} |\n`).join('')}\n`;
  const short = (row: string) => `${row} works at night`;
  const long = (row: string) =>
    `The ${row} works at night, in rain and in snow, and whoever stands before it can tell from afar`;

  it('are checks of their heading where several tables of few words stand side by side', () => {
    const content = `# App\n\n## Features\n\n${table('Desk', short)}${table('Gate', short)}`;
    expect(titlesOf(content)).toEqual(['Desk', 'Gate']);
    expect(checksOf(content)['Gate']).toContain('Gate lamp: lamp works at night');
  });

  it('are tasks where they say more, or stand alone', () => {
    expect(titlesOf(`# App\n\n## Features\n\n${table('Desk', long)}${table('Gate', long)}`)).toHaveLength(6);
    expect(titlesOf(`# App\n\n${table('Desk', short).replace('###', '##')}`)).toHaveLength(3);
  });
});
