import { describe, expect, it } from 'vitest';
import { checksOf, planText, taskOf } from '#test/plan-text.ts';

const FEATURES = `# App

## Features

### Feature 1: Loans tab

- The clerk must see all loans of one member
- The clerk must renew a loan

### Feature 2: Fines desk

- The clerk must take a fine for every late day
- The member must get a receipt
`;
const again = (...lines: string[]) =>
  `${FEATURES}\n## Acceptance Criteria\n\n${lines.map((line) => `- ${line}\n`).join('')}`;

describe('what is said again', () => {
  it('is one check with two sources where it is nearly the same', () => {
    const content = again('The clerk must take a fine for every late day.', 'Everything is logged in one place');
    const { tasks } = planText(content).draft;
    const check = tasks.flatMap(({ checks }) => checks).filter(({ text }) => /late day/u.test(text));
    expect(check).toHaveLength(1);
    expect(check[0]?.requirement_ids).toHaveLength(2);
  });

  it('goes to the one feature whose title it names', () => {
    const content = again('Loans tab shows overdue books in red', 'Everything is logged in one place');
    const titles = Object.entries(checksOf(content)).filter(([, checks]) =>
      checks.includes('Loans tab shows overdue books in red'),
    );
    expect(titles.map(([title]) => title)).toEqual(['Feature 1: Loans tab']);
  });

  it('stays under its own heading when it names none or two', () => {
    const content = again('Loans tab and fines desk look alike', 'Everything is logged in one place');
    expect(checksOf(content)['Acceptance Criteria']).toEqual([
      'Loans tab and fines desk look alike',
      'Everything is logged in one place',
    ]);
  });

  it('does not move when it is for later', () => {
    const content = again('Loans tab shows overdue books in red (v2)', 'Everything is logged in one place');
    expect(checksOf(content)['Feature 1: Loans tab']).toHaveLength(2);
  });

  it('is not what a non-functional section says', () => {
    const content = `${FEATURES}\n## Performance\n\n- Loans tab opens within one second\n- Fines desk opens within one second\n`;
    expect(taskOf(content, 'Performance').checks).toHaveLength(2);
  });

  it('is never the title of the document, whatever it is called', () => {
    const content = again('Everything is logged in one place', 'Everything is printed at noon').replace(
      /^# .*/u,
      '# Library MVP',
    );
    expect(checksOf(content)['Library MVP']).toBeUndefined();
    expect(checksOf(content)['Acceptance Criteria']).toHaveLength(2);
  });
});

describe('a scope that lists the features', () => {
  const scope = (heading: string) =>
    `${FEATURES}\n## ${heading}\n\n### What ships\n\n- Loans tab must have a filter for each branch\n- The library must have a green door\n`;

  it('hands over what names one of them, also from its sub-sections', () => {
    expect(checksOf(scope('MVP Scope'))['Feature 1: Loans tab']).toHaveLength(3);
    expect(checksOf(scope('MVP Scope'))['What ships']).toEqual(['The library must have a green door']);
  });

  it('is no other part, and not what says so in brackets', () => {
    expect(checksOf(scope('Doors (MVP)'))['Feature 1: Loans tab']).toHaveLength(2);
  });
});

describe('a list of requirements by id', () => {
  const rest = '- FR-3: The bell must ring at noon\n';
  const content = `${FEATURES}\n## Requirements\n\n### Functional Requirements\n\n- FR-1: Loans tab sorts by the day a book is due\n- FR-2: The desk must store:\n  - the name of the member in full\n  - the number of the copy on the shelf\n  - the day on which the book is due\n  - the clerk who lent it at the desk\n  - the state of the book at that time\n${rest}\n### Non-Functional Requirements\n\n- The desk must open within one second\n- The desk must work without a network\n`;

  it('hands over what names a feature, and leaves its neighbours their names', () => {
    expect(checksOf(content)['Feature 1: Loans tab']).toHaveLength(3);
    expect(checksOf(content)['Non-Functional Requirements']).toHaveLength(2);
  });
});
