import { describe, expect, it } from 'vitest';
import { checksOf, planText, taskOf } from '#test/plan-text.ts';

const under = (...lines: string[]) => `# App\n\n## Functional Requirements\n\n${lines.join('\n')}\n`;
const checksIn = (...lines: string[]) => Object.values(checksOf(under(...lines))).flat();

describe('a check', () => {
  it('is a list item, word for word', () => {
    expect(checksIn('- The desk **must** lend `5` books, e.g. novels.', '- Members can renew')).toEqual([
      'The desk must lend 5 books, e.g. novels.',
      'Members can renew',
    ]);
  });

  it('is one lead-in with its short items', () => {
    expect(checksIn('Store per loan:', '', '- member', '- copy', '- due date')).toEqual([
      'Store per loan: member; copy; due date',
    ]);
  });

  it('is one heading over a list of nouns', () => {
    expect(Object.values(checksOf('# App\n\n## Screen features\n\n- Search\n- Loans\n- Fines\n')).flat()).toEqual([
      'Screen features: Search; Loans; Fines',
    ]);
  });

  it('is each sentence below a label', () => {
    expect(
      checksIn('**Desk**', '', '- The desk must lend five books a day', '- The clerk must see every loan of a member'),
    ).toEqual(['The desk must lend five books a day', 'The clerk must see every loan of a member']);
  });

  it('keeps nested items with their parent', () => {
    expect(checksIn('- The clerk sees a list of loans', '  - due date', '  - member', '- The clerk can print')).toEqual(
      ['The clerk sees a list of loans: due date; member', 'The clerk can print'],
    );
  });

  it('is a sentence of prose only where the feature has no list', () => {
    expect(checksIn('The desk lends books. The clerk prints a slip.')).toEqual([
      'The desk lends books.',
      'The clerk prints a slip.',
    ]);
    expect(checksIn('The desk is old and lovely.', '', '- It must lend', '- It must renew')).toEqual([
      'It must lend',
      'It must renew',
    ]);
  });

  it('does not end a sentence at "e.g."', () => {
    expect(checksIn('The desk lends items, e.g. novels and maps. The clerk prints a slip.')).toHaveLength(2);
  });

  it('is a paragraph whose lines begin like items', () => {
    expect(checksIn('5. The desk must lend', '6. The desk must renew')).toEqual([
      'The desk must lend',
      'The desk must renew',
    ]);
    expect(checksIn('• The desk must lend', '• The desk must renew')).toHaveLength(2);
  });

  it('is the code under a label of its own, attached as it stands', () => {
    const content = under(
      '**API contract:**',
      '',
      '```',
      'POST /loans',
      '```',
      '',
      '- It must answer fast',
      '- It must log',
    );
    const task = taskOf(content, 'Functional Requirements');
    expect(task.checks.map(({ text }) => text)).toContain('API contract');
    expect(task.description).toContain('POST /loans');
  });

  it('carries its lines, its id and its state', () => {
    const { requirements } = planText(under('- FR-7: It must lend', '- [x] It renews')).reading;
    expect(requirements).toMatchObject([
      { id: 'FR-7', author_id: 'FR-7', text: 'It must lend', start_line: 5, end_line: 5 },
      { text: 'It renews', done: true, start_line: 6 },
    ]);
  });
});
