import { describe, expect, it } from 'vitest';
import { planText, rolesOf } from '#test/plan-text.ts';

const roleIn = (content: string, line: string) => rolesOf(content)[line];

describe('a section that nothing tells of', () => {
  it('is work where its heading, or the one above it, names work among words nobody knows', () => {
    const content = '# App\n\n## Zorplak Rules\n\n### Fleet\n\n- Blue boat\n- Red boat\n- Green boat\n';
    expect(roleIn(content, '- Red boat')).toBe('work');
    expect(roleIn(content.replace('Zorplak Rules', 'Zorplak'), '- Red boat')).toBe('unsure');
  });

  it('is work where a label in it names work', () => {
    const content = '# App\n\n## Zorplak\n\n**Requirements:**\n\n- Blue boat\n- Red boat\n- Green boat\n';
    expect(roleIn(content, '- Red boat')).toBe('work');
    expect(roleIn(content.replace('Requirements', 'Zorplak'), '- Red boat')).toBe('unsure');
  });
});

describe('sections that are numbered alike, under a part nobody can name', () => {
  const numbered = `# Zorp

## 3. Zorplak

### 3.1 Fleet

- Blue boat
- Red boat

### 3.2 Crew

- [ ] Names of all hands

### 3.3 Sails

- Spare cloth

## 4. Zorpfel

### Anchors

- Rope of the anchor
`;

  it('are work as one of them is, and so are the other numbered parts', () => {
    expect(rolesOf(numbered)).toMatchObject({
      '- Red boat': 'work',
      '- Spare cloth': 'work',
      '- Rope of the anchor': 'work',
    });
  });

  it('are no model for a part that tells of problems or limits', () => {
    expect(roleIn(numbered.replace('Zorpfel', 'Zorpfel Problems'), '- Rope of the anchor')).toBe('unsure');
  });

  it('stay a question where none of them asks, and where they have no numbers', () => {
    expect(roleIn(numbered.replace('[ ] ', ''), '- Spare cloth')).toBe('unsure');
    expect(roleIn(numbered.replaceAll(/#(#+) [\d.]+ /gu, '#$1 '), '- Spare cloth')).toBe('unsure');
  });
});

describe('a name of a part that is a page as well', () => {
  const pages = ['Homepage', 'Loans', 'Returns'].map((name) => `### ${name}\n\n- It must a\n- It must b\n`).join('\n');

  it('is a page among pages that are work', () => {
    const content = `# App\n\n## Experience\n\n${pages}\n### About\n\n- Name of the makers\n`;
    expect(roleIn(content, '- Name of the makers')).toBe('work');
  });

  it('is one of them, whatever it is called, where nearly all are work', () => {
    const content = (name: string, of: string) =>
      `# App\n\n## Experience\n\n${of}\n### ${name}\n\n- Prices of all tickets\n`;
    const four = `${pages}\n### Fines\n\n- It must a\n- It must b\n`;
    expect(roleIn(content('Pricing', four), '- Prices of all tickets')).toBe('work');
    expect(roleIn(content('Pricing', pages), '- Prices of all tickets')).toBe('context');
    expect(roleIn(content('Risks', four), '- Prices of all tickets')).toBe('context');
  });

  it('is a part of the document beside its top parts', () => {
    const content = `# App\n\n${pages.replaceAll('###', '##')}\n## About\n\n- Name of the makers\n`;
    expect(roleIn(content, '- Name of the makers')).toBe('context');
  });
});

describe('requirements below a heading that says context', () => {
  const below = (heading: string) =>
    `# App\n\n## ${heading}\n\n### Non-functional Requirements\n\n- Fast at noon\n- Safe at night\n`;

  it('are work where it tells of the whole product', () => {
    expect(roleIn(below('Project Overview'), '- Fast at noon')).toBe('work');
  });

  it('are context where it tells of what is measured', () => {
    expect(roleIn(below('Success Metrics'), '- Fast at noon')).toBe('context');
  });
});

describe('how it shall look', () => {
  it('is a limit, but for what asks for something and for components', () => {
    const content =
      '# App\n\n## UI Guidelines\n\n### Colours\n\n- Deep blue\n- Warm red\n\n### The shelf component\n\n- Grows with books\n- Keeps its order\n';
    expect(rolesOf(content)).toMatchObject({ '- Deep blue': 'limit', '- Keeps its order': 'work' });
  });
});

describe('what comes later by its name', () => {
  const versions = (last: string) =>
    `# App\n\n## Features\n\n### v1\n\n- [ ] Lend a book\n\n### ${last}\n\n- [ ] Rate a book\n`;

  it('is a next version beside the first, and future considerations', () => {
    const parked = (content: string) => planText(content).draft.tasks.filter((task) => task.parked).length;
    expect(parked(versions('v2'))).toBe(1);
    expect(parked(versions('P2 — Future considerations (after launch)'))).toBe(1);
    expect(parked(versions('v1.1'))).toBe(0);
    expect(parked(versions('v2').replace('### v1\n', '### Desk\n'))).toBe(0);
  });
});

describe('"done" within a phrase', () => {
  it('is no state', () => {
    const content =
      '# App\n\n## Features\n\n### Jobs-to-be-done\n\n- It must lend\n- It must return\n\n### MVP Definition of Done\n\n- It must run\n- It must stop\n';
    expect(rolesOf(content)).toMatchObject({ '- It must lend': 'work', '- It must run': 'work' });
  });
});
