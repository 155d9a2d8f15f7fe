import { describe, expect, it } from 'vitest';
import { checksOf, planText, rolesOf, titlesOf } from '#test/plan-text.ts';
import { isDoneCell } from './judge-tables.ts';

const under = (heading: string, ...rows: string[]) => `# App\n\n## ${heading}\n\n${rows.join('\n')}\n`;

describe('a table', () => {
  it('of requirements with ids gives a check a row', () => {
    const content = under(
      'Requirements',
      '| ID | Requirement |',
      '|---|---|',
      '| FR-1 | Members borrow a book at the desk |',
      '| FR-2 | Members return a book in the box |',
    );
    expect(checksOf(content)).toEqual({
      Requirements: ['Members borrow a book at the desk', 'Members return a book in the box'],
    });
    expect(planText(content).reading.requirements.map(({ id }) => id)).toEqual(['FR-1', 'FR-2']);
  });

  it('of features with their descriptions gives a check a row, however short its cells are', () => {
    const content = under(
      'Lending',
      '| Feature | Description | Success Criteria |',
      '|---|---|---|',
      '| Fines | Reminders by mail | 100 % sent |',
      '| Copies | Condition notes | Two taps |',
    );
    expect(checksOf(content)).toEqual({
      Lending: ['Fines: Reminders by mail · 100 % sent', 'Copies: Condition notes · Two taps'],
    });
  });

  it('says what is asked for in one column, whichever cell of a row is the longest', () => {
    const content = under(
      'User Stories',
      '| ID | As a... | I want to... | So that... |',
      '|---|---|---|---|',
      '| US-1 | member | Renew a loan | I need not come to the desk on a rainy day |',
      '| US-2 | clerk | See every overdue book of a member | I can ask |',
    );
    expect(checksOf(content)).toEqual({ 'User Stories': ['Renew a loan', 'See every overdue book of a member'] });
    const tests = under(
      'Tests',
      '| ID | Test | Expected result |',
      '|---|---|---|',
      '| AT-1 | Lend a book to a member | Due date shown |',
      '| AT-2 | Return it in the box | The loan is closed and the next reader is told |',
    );
    expect(checksOf(tests)['Tests']).toEqual([
      'Lend a book to a member · Due date shown',
      'Return it in the box · The loan is closed and the next reader is told',
    ]);
  });

  it('is read like the others with its columns', () => {
    const head = ['| Feature | Effect |', '|---|---|'];
    const long = [
      '| Fines | Members are reminded of them by mail |',
      '| Copies | Their condition is noted at the desk |',
    ];
    const short = ['| Doors | Open at nine |'];
    const both = `${under('Lending', ...head, ...long)}\n## House\n\n${[...head, ...short].join('\n')}\n`;
    expect(checksOf(both)['House']).toEqual(['Doors: Open at nine']);
    expect(checksOf(under('House', ...head, ...short))['House']).toBeUndefined();
  });

  it('with an acceptance column gives a task a row, with the acceptance as its checks', () => {
    const content = under(
      'Requirements',
      '| ID | Requirement | Acceptance criteria |',
      '|---|---|---|',
      '| FR-1 | Borrow a book at the desk | Copy is scanned; member gets a due date |',
      '| FR-2 | Return a book in the box | Loan is closed; fine is computed |',
    );
    expect(checksOf(content)).toEqual({
      'Borrow a book at the desk': ['Copy is scanned', 'member gets a due date'],
      'Return a book in the box': ['Loan is closed', 'fine is computed'],
    });
  });

  it('with a status column is done or open row by row', () => {
    const content = under(
      'Features',
      '| Feature | Status |',
      '|---|---|',
      '| Borrow a book at the desk | ✅ Done |',
      '| Return a book in the box | ⚠️ partial |',
      '| Print the list of members | ❌ |',
    );
    expect(planText(content).reading.requirements.map(({ done }) => done ?? false)).toEqual([true, false, false]);
    expect(Object.values(rolesOf(content)).filter((role) => role === 'done')).toHaveLength(1);
  });

  it.each([
    ['| Risk | Mitigation |', '| The reader breaks at noon | Keep a second one at hand |'],
    ['| Metric | Target |', '| Loans a day at the desk | 200 loans within one day |'],
    ['| Competitor | Weakness |', '| Some other library system | It costs far too much |'],
    ['| Decision | Rationale |', '| One database for everything | It is what we know well |'],
    ['| Term | Definition |', '| Copy | One book on the shelf |'],
  ])('is context by its columns: %s', (head, row) => {
    const roles = rolesOf(under('Some table', head, '|---|---|', row));
    expect(roles[row]).toBe('context');
  });

  it.each([
    ['| Method | Path |', '| POST | /loans |', '| GET | /loans |'],
    ['| Field | Type |', '| id | uuid |', '| due | date |'],
    ['| Role | Rights |', '| Clerk | may lend; cannot delete |', '| Guest | looks only |'],
  ])('of anything else in a work section is one check with the table attached: %s', (head, ...rows) => {
    const content = under('API requirements', head, '|---|---|', ...rows);
    const { draft } = planText(content);
    expect(draft.tasks).toHaveLength(1);
    expect(draft.tasks[0]?.checks).toHaveLength(1);
    expect(draft.tasks[0]?.description).toContain(rows[0]);
  });

  it('of priorities and phases makes no task', () => {
    expect(
      titlesOf(under('Phases', '| Priority | Phase |', '|---|---|', '| P0 | Phase 1 |', '| P1 | Phase 2 |')),
    ).toEqual([]);
  });
});

describe('must, should, could and won’t as columns', () => {
  const table = under(
    'Zorplak',
    '| Must-Have | Should-Have | Could-Have | Won’t-Have (now) |',
    '|---|---|---|---|',
    '| Lend a book | Renew by mail | Print labels | Sell books |',
    '| Return a book | Fines | | |',
  );

  it('give a check a cell, later for could, and none for what will not be', () => {
    const { draft, reading } = planText(table);
    expect(reading.requirements.map(({ text }) => text)).toEqual([
      'Lend a book',
      'Return a book',
      'Renew by mail',
      'Fines',
      'Print labels',
    ]);
    expect(draft.tasks.filter(({ parked }) => parked).map(({ checks }) => checks.map(({ text }) => text))).toEqual([
      ['Print labels'],
    ]);
  });

  it('are not what one such column among others says', () => {
    const one = under('Features', '| Feature | Must have |', '|---|---|', '| Lend a book at the desk | yes |');
    expect(planText(one).reading.requirements.map(({ text }) => text)).toEqual(['Lend a book at the desk']);
  });
});

describe('a table that nobody builds', () => {
  const prices = ['| Plan | Price |', '|---|---|', '| Small | $10/month |', '| Large | $19/month |'];

  it('tells prices, but for one in a section of work', () => {
    expect(rolesOf(under('Zorplak', ...prices))['| Small | $10/month |']).toBe('context');
    expect(rolesOf(under('Features', ...prices))['| Small | $10/month |']).toBe('work');
  });

  it('tells verdicts on the document', () => {
    const rows = ['| Category | Status |', '|---|---|', '| Problem definition | PASS |', '| Stories | PARTIAL |'];
    expect(rolesOf(under('Zorplak', ...rows))['| Stories | PARTIAL |']).toBe('context');
  });

  it('is not done by a state that it names in its first column', () => {
    const rows = ['| State | Icon |', '|---|---|', '| Idle | Lamp |', '| Done | Tick |'];
    expect(rolesOf(under('Features', ...rows))['| Done | Tick |']).toBe('work');
  });
});

describe('a status cell', () => {
  it.each(['✅ Done', 'done', 'Completed', '已完成', 'erledigt'])('says done: %s', (cell) => {
    expect(isDoneCell(cell)).toBe(true);
  });

  it.each(['⚠️ partial', '❌', 'In progress', 'done, partial', 'not done', 'planned', '80 %', ''])(
    'says open: %s',
    (cell) => {
      expect(isDoneCell(cell)).toBe(false);
    },
  );
});
