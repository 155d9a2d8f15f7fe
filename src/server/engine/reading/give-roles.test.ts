import { describe, expect, it } from 'vitest';
import { planText, rolesOf, setRole, titlesOf } from '#test/plan-text.ts';

const under = (heading: string, ...lines: string[]) => `# App\n\n## ${heading}\n\n${lines.join('\n')}\n`;
const roleIn = (content: string, line: string) => rolesOf(content)[line];

describe('work by structure', () => {
  it.each([
    ['a box', '- [ ] Some thing', '- [ ] Other thing'],
    ['an id', '- FR-3: some thing', '- FR-4: other thing'],
    ['a story', '- As a clerk, I want to lend books', '- As a member, I want to renew'],
    ['two that ask', '- Members can borrow books', '- The desk must open'],
    ['two imperatives', '- Show the loans', '- Send a reminder'],
    ['a story in Turkish', '- Bir üye olarak kitap almak istiyorum', '- Bir memur olarak liste görmek istiyorum'],
  ])('is told by %s, under any heading', (_, first, second) => {
    const roles = rolesOf(under('Zorplak', first, second));
    expect([roles[first], roles[second]]).toEqual(['work', 'work']);
  });

  it('stays work below a heading that says context: stories, ids and open boxes', () => {
    const content = under(
      'Background',
      '- [ ] Some thing',
      '- FR-3: some thing',
      '- As a clerk, I want to lend',
      '- Words',
    );
    expect(rolesOf(content)).toMatchObject({
      '- [ ] Some thing': 'work',
      '- FR-3: some thing': 'work',
      '- As a clerk, I want to lend': 'work',
      '- Words': 'context',
    });
  });

  it('leaves a section with a list and no sign unsure as a whole, with one decision and its task', () => {
    const content = `${under('Zorplak', '- Blue thing', '- Red thing', '- Green thing')}\n## Features\n\n- It must work\n- It must stop\n`;
    expect(roleIn(content, '- Red thing')).toBe('unsure');
    const { decisions } = planText(content).reading;
    expect(decisions).toMatchObject([
      { heading: 'Zorplak', task: { title: 'Zorplak', checks: ['Blue thing', 'Red thing', 'Green thing'] } },
    ]);
    expect(titlesOf(content)).toEqual(['Features']);
  });

  it('takes prose without a modal for context, and a list of values too', () => {
    expect(roleIn(under('Zorplak', 'The library is old and lovely.'), 'The library is old and lovely.')).toBe(
      'context',
    );
    const values = under('Look and feel features', '- Radius: 12px', '- Gap: 8px', '- Line: 2px');
    expect(roleIn(values, '- Gap: 8px')).toBe('context');
  });
});

describe('a heading that says context or limit', () => {
  it.each([
    ['Problem', 'context'],
    ['Key Risks and Mitigations', 'context'],
    ['Personas', 'context'],
    ['Non-Goals', 'limit'],
    ['Tech Stack', 'limit'],
  ])('gives its role to all that stands below: %s', (heading, role) => {
    const content = `# App\n\n## ${heading}\n\n### Part\n\n- Blue thing must be\n- Red thing must be\n`;
    expect(roleIn(content, '- Red thing must be')).toBe(role);
  });

  it('passes nothing down where it says both', () => {
    const content =
      '# App\n\n## Goals and Non-Goals\n\n### Features\n\n- It must a\n- It must b\n\n### Non-Goals\n\n- No c\n- No d\n';
    expect(rolesOf(content)).toMatchObject({ '- It must a': 'work', '- No c': 'limit' });
  });

  it('is not undone by a word of the title', () => {
    const content = '# App v2 risks\n\n## Features\n\n- It must a\n- It must b\n';
    expect(roleIn(content, '- It must a')).toBe('work');
    expect(planText(content).draft.tasks.every(({ parked }) => !parked)).toBe(true);
  });

  it('is context inside a section of work only under the few exact names', () => {
    const content =
      '# App\n\n## Requirements\n\n### Rationale\n\n- Old thing\n\n### Risk Board\n\n- Show the thing\n- Hide it\n';
    expect(rolesOf(content)).toMatchObject({ '- Old thing': 'context', '- Show the thing': 'work' });
  });

  it('leaves out an item of work that only says why or gives an example', () => {
    const content = under(
      'Features',
      '- **Why it’s important:** members wait too long',
      '- **Examples:** novels, maps',
      '- **Example:** must be shown',
      '- **Background:** green cloth',
    );
    expect(rolesOf(content)).toMatchObject({
      '- **Why it’s important:** members wait too long': 'context',
      '- **Examples:** novels, maps': 'context',
      '- **Example:** must be shown': 'work',
      '- **Background:** green cloth': 'work',
    });
  });

  it('is not what a bold label in front of an item says', () => {
    const content = under('Features', '- **Risk:** must be shown', '- **Problem:** must be sent');
    expect(roleIn(content, '- **Risk:** must be shown')).toBe('work');
  });
});

describe('done', () => {
  it('is a ticked box, and a mark at the end of a line', () => {
    const content = under('Features', '- [x] Lend', '- [ ] Renew', '- Answers within 3 s ✅', '- Prints the list');
    expect(rolesOf(content)).toMatchObject({
      '- [x] Lend': 'done',
      '- [ ] Renew': 'work',
      '- Answers within 3 s ✅': 'done',
      '- Prints the list': 'work',
    });
  });

  it('holds for what is nested below a ticked box, whatever the section is', () => {
    const content = under('Lending', '- [x] Desk', '  - with a lamp', '  - [ ] with a bell', '- [ ] Box');
    expect(rolesOf(content)).toMatchObject({
      '- with a lamp': 'done',
      '- [ ] with a bell': 'work',
      '- [ ] Box': 'work',
    });
  });

  it('is not a mark in front of every item', () => {
    expect(roleIn(under('Acceptance Criteria', '- ✅ It lends', '- ✅ It renews'), '- ✅ It lends')).toBe('work');
  });

  it('is a section whose boxes are all ticked, with its code and prose', () => {
    const content = under('Lending', '- [x] a', '- [x] b', '- [x] c', '', 'It was hard.');
    expect(rolesOf(content)).toMatchObject({ '- [x] a': 'done', 'It was hard.': 'done', '## Lending': 'done' });
  });

  it('is a heading that says so, but for its open boxes', () => {
    const content = under('Lending ✅', '- Desk', '- [ ] Box');
    expect(rolesOf(content)).toMatchObject({ '- Desk': 'done', '- [ ] Box': 'work' });
  });

  it('is not what is archived', () => {
    expect(roleIn(under('Archived', '- Old desk', '- Old box'), '- Old desk')).toBe('context');
  });
});

describe('forms', () => {
  it('are no work, though they have boxes', () => {
    const content = under('Approval & Sign-off', '- [ ] Design was looked at', '- [x] Budget was given');
    expect(rolesOf(content)).toMatchObject({
      '- [ ] Design was looked at': 'context',
      '- [x] Budget was given': 'context',
    });
  });

  it('are not a section of work that is about approving', () => {
    expect(roleIn(under('Approval features', '- [ ] Show the request'), '- [ ] Show the request')).toBe('work');
  });
});

describe('pointers', () => {
  it('are items that are links and nothing else, where most items are', () => {
    const links = under('Features', '- [Lending](docs/lending.md)', '- [Returns](docs/returns.md)');
    expect(roleIn(links, '- [Lending](docs/lending.md)')).toBe('context');
    const mixed = under('Features', '- [Lending](docs/lending.md)', '- It must a', '- It must b');
    expect(roleIn(mixed, '- [Lending](docs/lending.md)')).toBe('work');
  });

  it('are lines that repeat headings', () => {
    const content =
      '# App\n\n## Epic List\n\n- Lending\n- Returns\n\n## Lending\n\n- It must a\n- b\n\n## Returns\n\n- It must c\n- d\n';
    expect(rolesOf(content)).toMatchObject({ '- Lending': 'context', '- Returns': 'context' });
  });
});

describe('a role that somebody set', () => {
  const content = under('Features', '- It must lend', '- It must renew', '- It must print');

  it('beats the reader, for one block', () => {
    const roles = [setRole(content, '- It must renew', 'context')];
    expect(rolesOf(content, { roles })).toMatchObject({ '- It must renew': 'context', '- It must lend': 'work' });
    expect(planText(content, { roles }).reading.blocks.find(({ set_by }) => set_by !== null)).toMatchObject({
      reason: 'set',
      set_by: { name: 'Ada' },
    });
  });

  it('beats the reader, for a section with all below it', () => {
    const roles = [setRole(content, '## Features', 'limit', 'section')];
    expect(rolesOf(content, { roles })).toMatchObject({ '- It must renew': 'limit', '## Features': 'limit' });
    expect(titlesOf(content, { roles })).toEqual([]);
  });

  it('makes work of what was context', () => {
    const background = under('Background', '- Books are old');
    const roles = [setRole(background, '- Books are old', 'work')];
    expect(titlesOf(background, { roles })).toEqual(['Background']);
  });

  it('survives a move to another section and a new number', () => {
    const roles = [setRole(content, '- It must renew', 'context')];
    const moved = `# App\n\n## Needs\n\n1. It must lend\n2. It must renew\n\nWords.\n`;
    expect(rolesOf(moved, { roles })['2. It must renew']).toBe('context');
  });

  it('can be set on one row of a table', () => {
    const table = under(
      'Requirements',
      '| ID | Requirement |',
      '|---|---|',
      '| FR-1 | Lend a book at the desk |',
      '| FR-2 | Return it in the box |',
    );
    const roles = [setRole(table, '| FR-2 | Return it in the box |', 'context')];
    expect(rolesOf(table, { roles })).toMatchObject({
      '| FR-1 | Lend a book at the desk |': 'work',
      '| FR-2 | Return it in the box |': 'context',
    });
    expect(planText(table, { roles }).reading.requirements.map(({ id }) => id)).toEqual(['FR-1']);
  });
});

describe('a lead-in', () => {
  const led = (leadIn: string) =>
    under('Requirements', '- It must lend', '- It must return', '', leadIn, '', '- rate a book', '- share a shelf');

  it('that says what the version leaves out makes limits of it', () => {
    expect(rolesOf(led('The current scope does not yet require:'))['- rate a book']).toBe('limit');
  });

  it('that says what must be refused makes checks of it', () => {
    expect(rolesOf(led('The desk must not:'))['- rate a book']).toBe('work');
    expect(rolesOf(led('A version of a book does have:'))['- rate a book']).toBe('work');
  });
});
