import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlanDraft } from '#contract/plan-draft.ts';
import type { Extraction, Requirement } from '#contract/requirement.ts';
import { scorePlan } from '../score/score-plan.ts';
import { draftPlan } from './draft-plan.ts';

const MANY = { maxTasks: 1_000 };

/** Requirements as "Heading / Sub-heading | text", in document order. */
function extractionOf(lines: readonly string[], more: Partial<Extraction> = {}): Extraction {
  const requirements = lines.map((line, place): Requirement => {
    const [path = '', text = ''] = line.includes('|') ? line.split('|').map((part) => part.trim()) : ['', line];
    const id = /^([A-Z]+-\d+):/u.exec(text)?.[1] ?? `r-${place + 1}`;
    const heading_path = path === '' ? [] : path.split(' / ');
    return { id, text, kind: 'item', strength: 'must', heading_path, start_line: place + 1, end_line: place + 1 };
  });
  return { title: null, summary: '', parts: [], constraints: [], requirements, ...more };
}

const titlesOf = (draft: PlanDraft) => draft.tasks.map(({ title }) => title);
const rootsOf = (draft: PlanDraft) => draft.lists.filter(({ parent }) => parent === null).map(({ name }) => name);

function taskOf(draft: PlanDraft, title: string) {
  const found = draft.tasks.find((task) => task.title === title);
  if (found === undefined) throw new Error(`no task “${title}” among ${titlesOf(draft).join(' | ')}`);
  return found;
}

const dependsOn = (draft: PlanDraft, title: string): string[] =>
  taskOf(draft, title).depends_on.map((key) => draft.tasks.find((task) => task.key === key)?.title ?? `missing ${key}`);

function expectSound(extraction: Extraction, draft: PlanDraft): void {
  expect(PlanDraft.parse(draft)).toEqual(draft);
  const { tasks, ...faults } = scorePlan(extraction, draft);
  expect(tasks).toBe(draft.tasks.length);
  expect({ ...faults, verbless: [] }).toEqual({
    uncovered: 0,
    unknown: 0,
    idle: 0,
    misplaced: 0,
    dangling: 0,
    cycles: 0,
    redundant: 0,
    duplicates: 0,
    verbless: [],
    emptyBriefs: 0,
  });
}

describe('lists and parents', () => {
  test('a wrapper heading gives way to the sections below it, and hardening comes last', () => {
    const draft = draftPlan(
      extractionOf([
        'Performance | Pages load in under 1 s',
        'Requirements / Invoices | The system must number invoices',
        'Requirements / Invoices | Users can delete drafts',
        'Requirements / Accounts | Users can sign up',
        'Data model | An invoice has a number and a date',
      ]),
      MANY,
    );
    expect(rootsOf(draft)).toEqual(['Data model', 'Invoices', 'Accounts', 'Performance']);
  });

  test('a sub-section with several tasks becomes a parent, one with a single task does not', () => {
    const draft = draftPlan(
      extractionOf([
        'Invoices / Reminders | The system must send a reminder',
        'Invoices / Reminders | Users can turn reminders off',
        'Invoices / Archive | The system must archive paid invoices',
        'Accounts | Users can sign up',
      ]),
      MANY,
    );
    const list = draft.lists.find(({ name }) => name === 'Reminders');
    expect(draft.tasks.find(({ key }) => key === list?.parent)?.title).toBe('Add reminders');
    expect(draft.lists.map(({ name }) => name)).not.toContain('Archive');
    expect(draft.tasks.filter((task) => task.list === list?.key)).toHaveLength(2);
  });

  test('fields of a form are one task that answers them all', () => {
    const extraction = extractionOf([
      'Form fields | Name',
      'Form fields | Address',
      'Form fields | IBAN',
      'Login | Add login',
    ]);
    const draft = draftPlan(extraction, MANY);
    expect(taskOf(draft, 'Add form fields: name, address and IBAN').requirement_ids).toEqual(['r-1', 'r-2', 'r-3']);
    expectSound(extraction, draft);
  });

  test('a requirement with many criteria becomes a parent whose sub-tasks answer it', () => {
    const extraction = extractionOf(['Import | The importer must accept bank statements', 'Login | Add login']);
    const criteria = Array.from({ length: 10 }, (_, place) => ({
      text: `Column ${place} is checked`,
      start_line: 1,
      end_line: 1,
    }));
    extraction.requirements[0] = { ...extraction.requirements[0]!, criteria };
    const draft = draftPlan(extraction, MANY);
    const parent = taskOf(draft, 'Make the importer accept bank statements');
    expect(parent.requirement_ids).toEqual([]);
    expect(draft.tasks.filter(({ requirement_ids: ids }) => ids.includes('r-1'))).toHaveLength(10);
    expectSound(extraction, draft);
  });

  test('criteria are the checks of their task', () => {
    const extraction = extractionOf(['Import | The importer must accept bank statements']);
    const criteria = [{ text: 'A file of 10 MB is read', start_line: 1, end_line: 1 }];
    extraction.requirements[0] = { ...extraction.requirements[0]!, criteria };
    expect(draftPlan(extraction, MANY).tasks[0]?.checks).toEqual(['A file of 10 MB is read']);
  });

  test('a two-line idea gives a handful of tasks', () => {
    const draft = draftPlan(
      extractionOf(['Build a to-do app with login, shared lists and reminders.', 'It should work offline.']),
      MANY,
    );
    expect(titlesOf(draft)).toEqual([
      'Set up the project skeleton',
      'Build a to-do app with login, shared lists and reminders',
      'Add login',
      'Add shared lists',
      'Add reminders',
      'Work offline',
    ]);
  });

  test('a long list without headings is grouped by what it speaks of', () => {
    const things = ['invoice', 'customer', 'payment'];
    const lines = things.flatMap((thing) =>
      ['created', 'archived', 'renamed', 'tagged', 'exported'].map(
        (done) => `Every ${thing} must be ${done} within a day`,
      ),
    );
    expect(rootsOf(draftPlan(extractionOf(lines), MANY))).toEqual(['Invoice', 'Customer', 'Payment']);
  });

  test('nothing to build gives an empty plan and says so', () => {
    const draft = draftPlan(extractionOf([]), MANY);
    expect(draft.tasks).toEqual([]);
    expect(draft.notices).toHaveLength(1);
  });
});

describe('dependencies', () => {
  test('what a requirement says it depends on comes first, wherever it stands', () => {
    const draft = draftPlan(
      extractionOf([
        'Export | FR-1: The system must export PDFs. Depends on FR-2.',
        'Numbers | FR-2: The system must number invoices.',
      ]),
      MANY,
    );
    expect(dependsOn(draft, 'Export PDFs')).toEqual(['Number invoices']);
  });

  test('two that wait for each other keep the heavier wish only', () => {
    const extraction = extractionOf([
      'A | FR-1: The system must export PDFs. It depends on FR-2.',
      'B | FR-2: The system must number invoices. See FR-1.',
    ]);
    const draft = draftPlan(extraction, MANY);
    expect(dependsOn(draft, 'Export PDFs')).toEqual(['Number invoices']);
    expect(dependsOn(draft, 'Number invoices')).toEqual([]);
    expectSound(extraction, draft);
  });

  test('a section named as a condition is waited for as a whole', () => {
    const draft = draftPlan(
      extractionOf([
        'Features / Payments / Cards | The system must store cards',
        'Features / Payments / Cards | Users can delete a card',
        'Features / Payments | The system must refund a payment',
        'Features / Refund mails | Mails go out. This requires Cards.',
      ]),
      MANY,
    );
    expect(dependsOn(draft, 'Make mails go out')).toEqual(['Add cards']);
  });

  test('what one task makes and another names is made first', () => {
    const draft = draftPlan(
      extractionOf([
        'Base | Audit log',
        'Invoices | The system must delete drafts',
        'Export | Users can download the audit log',
      ]),
      MANY,
    );
    expect(dependsOn(draft, 'Let users download the audit log')).toEqual(['Add audit log']);
    expect(draft.tasks.filter((task) => task.depends_on.length === 0)).toHaveLength(2);
  });

  test('in one list tables come before the endpoint, that before the screen', () => {
    const draft = draftPlan(
      extractionOf([
        'Invoices | The invoice page shows open invoices',
        'Invoices | The system must provide an endpoint for invoices',
        'Invoices | The system must keep invoices in a table with an index',
      ]),
      MANY,
    );
    expect(dependsOn(draft, 'Show open invoices on the invoice page')).toEqual(['Provide an endpoint for invoices']);
    expect(dependsOn(draft, 'Provide an endpoint for invoices')).toEqual(['Keep invoices in a table with an index']);
  });
});

test('a non-goal in a brief cannot be taken for a wish', () => {
  const constraints = ['Rewrite history in place', 'No payroll'].map((text) => ({ text, start_line: 9, end_line: 9 }));
  const [list] = draftPlan(extractionOf(['The system must number invoices'], { constraints }), MANY).lists;
  expect(list?.brief).toContain('- Out of scope: Rewrite history in place (line 9)\n- No payroll (line 9)');
});

describe('enablers', () => {
  test('a new system with a stack is set up first, and its database has a schema', () => {
    const extraction = extractionOf(['Invoices | All data is kept safe', 'Invoices | Users can delete drafts'], {
      title: 'Ledgerly',
      summary: 'A new web app in TypeScript with PostgreSQL. It is deployed as a container.',
    });
    const draft = draftPlan(extraction, MANY);
    expect(draft.tasks.filter((task) => task.is_enabler).map(({ title }) => title)).toEqual([
      'Set up the project skeleton',
      'Create the database schema and its first migration',
      'Prepare and make the first release',
    ]);
    expect(dependsOn(draft, 'Let users delete drafts')).toEqual(['Set up the project skeleton']);
    expectSound(extraction, draft);
  });

  test('a change to something that exists needs none', () => {
    const draft = draftPlan(extractionOf(['Invoices | Users can delete drafts in the existing app']), MANY);
    expect(draft.tasks.filter((task) => task.is_enabler)).toEqual([]);
  });
});

describe('what every draft holds', () => {
  test('equal texts get titles that tell them apart by their section', () => {
    const extraction = extractionOf(['Invoices | CSV export', 'Customers | CSV export', 'Orders | CSV export']);
    const draft = draftPlan(extraction, MANY);
    expect(titlesOf(draft)).toEqual([
      'Add CSV export (Invoices)',
      'Add CSV export (Customers)',
      'Add CSV export (Orders)',
    ]);
  });

  test('too many tasks are merged upward, none is dropped, and it is said', () => {
    const lines = Array.from(
      { length: 300 },
      (_, place) => `Area ${place % 7} / Part ${place % 31} | The system must do thing ${place}`,
    );
    const extraction = extractionOf(lines);
    for (const maxTasks of [1, 2, 10, 50, 100, 299, 300]) {
      const draft = draftPlan(extraction, { maxTasks });
      expect(draft.tasks.length).toBeLessThanOrEqual(maxTasks);
      expect(draft.notices.join(' ')).toContain('merged');
      expectSound(extraction, draft);
    }
  });

  test('keys stay when a requirement is added in front', () => {
    const lines = [
      'A | FR-1: The system must export PDFs',
      'A | FR-2: The system must number invoices',
      'B | FR-3: Users can sign up',
    ];
    const before = draftPlan(extractionOf(lines), MANY);
    const after = draftPlan(extractionOf(['A | FR-9: The system must print', ...lines]), MANY);
    const keys = new Set(after.tasks.map(({ key }) => key));
    expect(before.tasks.every(({ key }) => keys.has(key))).toBe(true);
    expect(after.lists.map(({ key }) => key)).toEqual(before.lists.map(({ key }) => key));
  });

  test('any requirements give a sound plan, twice the same', () => {
    const word = fc.constantFrom(
      'The system',
      'must',
      'users',
      'can',
      'export',
      'FR-1',
      'FR-2',
      'depends on',
      'table',
      'page',
      'API',
      'test',
      'Wort',
      '請求書',
      '|',
      '#',
      '',
      '🙂',
      'after',
      'A',
    );
    const line = fc.tuple(
      fc.array(fc.constantFrom('A', 'B', 'Requirements', 'Fields', '#x', ''), { maxLength: 4 }),
      fc.oneof(
        fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
      ),
      fc.constantFrom('r-1', 'FR-1', 'FR-2', 'enabler-set-up', 'x'.repeat(100)),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 1, max: 70 }), (lines, maxTasks) => {
        const requirements = lines.map(([heading_path, text, id], place): Requirement => {
          const unique = `${id.slice(0, 90)}${lines.slice(0, place).some((other) => other[2] === id) ? `~${place}` : ''}`;
          return {
            id: unique,
            text,
            kind: 'sentence',
            strength: 'should',
            heading_path,
            start_line: place + 1,
            end_line: place + 2,
          };
        });
        const extraction: Extraction = { title: null, summary: '', parts: [], constraints: [], requirements };
        const draft = draftPlan(extraction, { maxTasks });
        expectSound(extraction, draft);
        expect(draft.tasks.length).toBeLessThanOrEqual(maxTasks);
        expect(JSON.stringify(draftPlan(structuredClone(extraction), { maxTasks }))).toBe(JSON.stringify(draft));
      }),
      { numRuns: 300 },
    );
  });
});
