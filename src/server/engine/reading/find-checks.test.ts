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

  it('is half a sentence with the names nested below it, however they end', () => {
    expect(
      checksIn('- Alerts on:', '  - Loans that are overdue.', '  - Copies that are lost.', '- Print a slip'),
    ).toEqual(['Alerts on: Loans that are overdue; Copies that are lost', 'Print a slip']);
    expect(checksIn('- Loans:', '  - The desk must lend books.', '  - The desk must renew.', '- Print a slip')).toEqual(
      ['The desk must lend books.', 'The desk must renew.', 'Print a slip'],
    );
  });

  it('is a long lead-in with its list, unless that would hide what stands before it', () => {
    const long =
      'Whoever closes the desk in the evening, be it a clerk or a member of the board who stands in for one,';
    const list = ['', '- day book', '- key log'];
    expect(checksIn(`${long} must update the following two:`, ...list)).toEqual([
      `${long} must update the following two: day book; key log`,
    ]);
    expect(checksIn(`${long} must lock both doors. These are then updated:`, ...list)).toContain(
      `${long} must lock both doors.`,
    );
  });

  it('is a condition with what it asks for, where the section has another', () => {
    const found = [
      'If the copy is found, the desk must:',
      '',
      '- print a slip for the member',
      '- store the date of the loan',
      '',
    ];
    const lost = ['If it is not, the desk must:', '', '- charge the member', '- order another copy', ''];
    expect(checksIn(...found, ...lost, 'The clerk must see both.')).toEqual([
      'If the copy is found, the desk must: print a slip for the member; store the date of the loan',
      'If it is not, the desk must: charge the member; order another copy',
      'The clerk must see both.',
    ]);
    expect(checksIn(...found)).toEqual(['print a slip for the member', 'store the date of the loan']);
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

  it('is each acceptance criterion, however short', () => {
    expect(checksIn('- It must lend', '', '**Acceptance Criteria:**', '', '- Tests run', '- Slips print')).toEqual([
      'It must lend',
      'Tests run',
      'Slips print',
    ]);
  });

  it('keeps a lead-in with what it leads in where the section has several', () => {
    const offline = ['Works without a connection:', '- All loans of the member today', '- The profile of a member'];
    const online = ['Needs a connection:', '- New loan', '- New member'];
    expect(checksIn(...offline, '', ...online)).toEqual([
      'Works without a connection: All loans of the member today; The profile of a member',
      'Needs a connection: New loan; New member',
    ]);
    expect(checksIn(...offline)).toHaveLength(2);
  });

  it('is not a name over nothing but a drawing', () => {
    const lines = [
      '**Screen**',
      '',
      '```',
      '┌──┐',
      '└──┘',
      '```',
      '',
      '**Complexity**: low',
      '',
      '- The desk must lend',
      '- The desk must renew',
    ];
    expect(checksIn(...lines)).toEqual(['The desk must lend', 'The desk must renew']);
  });

  it('is not under a label that a labelled line has ended', () => {
    const flow = ['**User Flow**', '', '```', '┌──┐', '```', ''];
    expect(checksIn(...flow, '**Complexity**: low', '', '- Menu item', '- Popup')).toEqual(['Menu item', 'Popup']);
    expect(checksIn(...flow, '- Menu item', '- Popup')).toEqual(['User Flow: Menu item; Popup']);
  });
});

describe('columns of a table written as items', () => {
  const model = (book: string, loan: string) => `# App\n\n## Data model\n\n### books\n\n${book}\n### loans\n\n${loan}`;

  it('are one check per table', () => {
    const content = model(
      '- `id` (uuid, PK)\n- `title` (text)\n- `due_at` (timestamp, nullable)\n',
      '- [ ] `id` UUID PK\n- [ ] `book_id` UUID FK\n- [ ] `created_at`, `updated_at` TIMESTAMP\n',
    );
    expect(checksOf(content)).toEqual({
      'Data model': [
        'books: id (uuid, PK); title (text); due_at (timestamp, nullable)',
        'loans: id UUID PK; book_id UUID FK; created_at, updated_at TIMESTAMP',
      ],
    });
  });

  it('are named where they are too long for a check, and shown with the task', () => {
    const columns = Array.from(
      { length: 20 },
      (_, i) => `- \`field_${i}\` VARCHAR(255) NOT NULL DEFAULT 'none'\n`,
    ).join('');
    const task = taskOf(model(columns, '- id\n- book_id\n- due_at\n'), 'Data model');
    expect(task.checks[0]?.text).toMatch(/^books: field_0; field_1; .*field_19$/u);
    expect(task.description).toContain('`field_7` VARCHAR(255)');
  });

  it('are no sentences, and none that are ticked', () => {
    const sentences = model(
      '- The book has an id.\n- The book has a title.\n- The book has a date.\n',
      '- id\n- book_id\n- due_at\n',
    );
    expect(Object.values(checksOf(sentences)).flat()).toHaveLength(4);
    const ticked = model('- [x] `id` UUID\n- [ ] `book_id` UUID\n- [ ] `due_at` DATE\n', '- id\n- book_id\n- due_at\n');
    expect(Object.values(checksOf(ticked)).flat()).toHaveLength(4);
  });
});
