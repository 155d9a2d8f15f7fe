import { describe, expect, it } from 'vitest';
import { checksOf, planText, rolesOf, titlesOf } from '#test/plan-text.ts';

const two = (name: string) => `- The ${name} must open at noon\n- The ${name} must close at night\n`;

describe('a bold line with an id', () => {
  it('is a heading where others of its kind stand so too', () => {
    const content = `# App\n\n## Requirements\n\n**FR-01 — Lending desk**\n${two('desk')}\n**FR-02 — Return box**\n${two('box')}`;
    expect(titlesOf(content)).toEqual(['Lending desk', 'Return box']);
  });

  it('is a label where it is the only one, or has no id', () => {
    const lone = `# App\n\n## Requirements\n\n**FR-01 — Lending desk**\n${two('desk')}\n**Return box**\n${two('box')}`;
    expect(planText(lone).reading.sections.map(({ heading }) => heading)).toEqual(['App', 'Requirements']);
  });
});

describe('numbered lines in a document without headings', () => {
  const sections = (sign: string) =>
    `The lending desk\n\n1${sign}Overview\n\nA desk for books.\n\n2${sign}Requirements\n\nThe desk must lend five books.\n\nThe desk must take them back.\n\n3${sign}Out of Scope\n\nThe desk must not sell books.\n`;

  it.each([' · ', ') ', '. '])('are its headings, set off by "%s"', (sign) => {
    expect(titlesOf(sections(sign))).toEqual(['Requirements']);
    expect(rolesOf(sections(sign))['The desk must not sell books.']).toBe('limit');
  });

  it('are items where they stand together, or where the document has headings', () => {
    expect(
      rolesOf('Notes\n\n1) The desk must lend\n\n2) The desk must renew\n\n3) The desk must print\n'),
    ).toMatchObject({
      '1) The desk must lend': 'work',
    });
    const headed = `# App\n\n## Requirements\n\n1. Lend books\n\nAt the desk.\n\n2. Renew books\n\nAt home.\n\n3. Print slips\n\nAt noon.\n\n## Risks\n\n- Fire\n`;
    expect(titlesOf(headed)).toEqual(['Requirements']);
  });
});

describe('a story over several lines', () => {
  const under = (lines: string) => `# App\n\n## User Stories\n\n${lines}\n`;
  const story = 'As a clerk, I want to see all loans, so that I can call the members';

  it('is one check where each line begins in bold', () => {
    const lines = '**As a** clerk,\n**I want** to see all loans,\n**so that** I can call the members';
    expect(Object.values(checksOf(under(lines))).flat()).toEqual([story]);
  });

  it('is one check where each line is an item', () => {
    const lines =
      '- As a clerk,\n- I want to see all loans,\n- so that I can call the members\n- As a member,\n- I want to renew a loan at home';
    expect(Object.values(checksOf(under(lines))).flat()).toEqual([
      story,
      'As a member, I want to renew a loan at home',
    ]);
  });

  it('is one check where each part is a bold label with a colon', () => {
    const lines =
      '- **As a:** clerk\n- **I want to:** see all loans\n- **So that:** I can call the members\n- The desk must beep';
    expect(Object.values(checksOf(under(lines))).flat()).toEqual([
      'As a: clerk I want to: see all loans So that: I can call the members',
      'The desk must beep',
    ]);
  });

  it('is not begun by a label that only looks like one', () => {
    const lines = '- **As a:** rule\n- **Lending:** the desk must lend books\n';
    expect(Object.values(checksOf(under(lines))).flat()).not.toContain('As a: rule Lending: the desk must lend books');
  });

  it('is not joined with the next story', () => {
    const lines =
      '- As a clerk, I want to see all loans\n- As a member, I want to renew a loan\n- To be decided: fines';
    expect(Object.values(checksOf(under(lines))).flat()).toHaveLength(3);
  });
});

describe('a unit heading with nothing below it', () => {
  it('is the requirement, gathered under its parent', () => {
    const content =
      '# App\n\n## User stories\n\n#### Story 1: The clerk must see overdue books\n\n#### Story 2: The member can renew a loan at home\n';
    expect(checksOf(content)).toEqual({
      'User stories': ['Story 1: The clerk must see overdue books', 'Story 2: The member can renew a loan at home'],
    });
  });

  it('stays a heading where it has content, or is only a name', () => {
    const content = `# App\n\n## Plan\n\n### Phase 1: Desk\n\n### Phase 2: The box must open at night\n\n${two('box')}`;
    expect(titlesOf(content)).toEqual(['Phase 2: The box must open at night']);
  });
});
