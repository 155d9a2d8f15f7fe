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
