import { describe, expect, it } from 'vitest';
import { rolesOf } from '#test/plan-text.ts';

const roleIn = (content: string, line: string) => rolesOf(content)[line];

describe('a status line', () => {
  const under = (status: string) =>
    `# App\n\n## Features\n\n### Lending\n\n**Status:** ${status}\n\n- Lend a book\n- Print it\n\n### Returns\n\n- Take a book\n- Weigh it\n`;

  it('below a heading says that it is done', () => {
    expect(rolesOf(under('✅ Complete'))).toMatchObject({ '- Lend a book': 'done', '- Take a book': 'work' });
  });

  it.each(['shipped, one story left open', 'In progress', 'not done'])('says no such thing: %s', (status) => {
    expect(roleIn(under(status), '- Lend a book')).toBe('work');
  });
});

describe('a status line above everything', () => {
  const document = (status: string, rest = '') =>
    `# App\n\n**Version:** 1\n**Status:** ${status}\n\n## Features\n\n- It must lend\n- It must print\n${rest}`;

  it('says that a shipped product is done, unless something is open', () => {
    expect(roleIn(document('Shipped in May'), '- It must lend')).toBe('done');
    expect(roleIn(document('Shipped in May', '\n## Next\n\n- [ ] Weigh it\n'), '- It must lend')).toBe('work');
  });

  it('that says complete is of the document, unless other lines say done as well', () => {
    const rows =
      '\n## Milestones\n\n| Milestone | Status |\n|---|---|\n| One | ✅ Done |\n| Two | ✅ Done |\n| Three | ✅ Done |\n';
    expect(roleIn(document('Complete'), '- It must lend')).toBe('work');
    expect(roleIn(document('Complete', rows), '- It must lend')).toBe('done');
    expect(roleIn(document('Complete', rows.replace('| Three | ✅ Done', '| Three | Planned')), '- It must lend')).toBe(
      'work',
    );
  });
});

describe('what is ticked elsewhere', () => {
  const document = (box: string) =>
    `# App\n\n## Tasks\n\n- [${box}] 20. Hash the passwords with salt\n- [ ] 21. Send the mail\n\n## Details\n\n### Task 20: Hash the passwords\n\n- Salt of 16 bytes\n\n### Task 21: Send the mail\n\n- Through the queue\n`;

  it('is done where it is told in full', () => {
    expect(rolesOf(document('x'))).toMatchObject({ '- Salt of 16 bytes': 'done', '- Through the queue': 'work' });
    expect(roleIn(document(' '), '- Salt of 16 bytes')).toBe('work');
  });

  it('is done under its id, where nothing of that id is open', () => {
    const ids = (last: string) =>
      `# App\n\n## Requirements\n\n- FR-1: It must lend\n- FR-2: It must print\n\n## Progress\n\n- [x] FR-1: lend\n${last}`;
    expect(rolesOf(ids(''))).toMatchObject({ '- FR-1: It must lend': 'done', '- FR-2: It must print': 'work' });
    expect(roleIn(ids('- [ ] FR-1: lend at night\n'), '- FR-1: It must lend')).toBe('work');
  });

  it('is not what is ticked in a form', () => {
    const content =
      '# App\n\n## Background\n\n- [x] New user interface overhaul\n\n## Work\n\n### Epic 1: New user interface overhaul\n\n- It must a\n\n### Epic 2: Returns\n\n- It must b\n';
    expect(roleIn(content, '- It must a')).toBe('work');
  });
});

describe('a mark in front of a heading', () => {
  const document = (second: string) =>
    `# App\n\n## Features\n\n### ✅ Lending\n\n- It must lend\n\n### ${second} Returns\n\n- It must take\n`;

  it('is a state beside headings that are under way', () => {
    expect(rolesOf(document('🚧'))).toMatchObject({ '- It must lend': 'done', '- It must take': 'work' });
  });

  it('is an ornament where all have it', () => {
    expect(roleIn(document('✅'), '- It must lend')).toBe('work');
  });
});
