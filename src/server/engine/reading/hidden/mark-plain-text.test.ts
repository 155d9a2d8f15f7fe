import { describe, expect, it } from 'vitest';
import { checksOf, planText, rolesOf, titlesOf } from '#test/plan-text.ts';
import { dropPages } from './drop-pages.ts';
import { markPlainText } from './mark-plain-text.ts';

const requirement = (id: string, title: string) => [
  `FR-${id}: ${title}`,
  'Description:',
  `${title} works for every member and`,
  'for every clerk.',
  'Main Flow:',
  '1. Clerk scans the card.',
  '2. System shows the member.',
  'Acceptance Criteria:',
  `AC-${id}.1: ${title} must be noted with the`,
  'name of the clerk.',
  `AC-${id}.2: ${title} must print a slip.`,
];
const PAGES = [
  [
    '1. Document Overview',
    'This text tells what the library desk does.',
    '2. Functional Requirements (with',
    'Criteria)',
  ],
  requirement('001', 'Lending Books'),
  requirement('002', 'Returning Books'),
  [...requirement('003', 'Renewing Books'), '3. Open Questions', 'Who pays for lost books?'],
];
const paged = (word = 'Page') =>
  PAGES.map((lines, i) => `# ${word} ${i + 1}\n\n${lines.join('\n')}\nLibrary - FRD\n${i + 1}\n\n\n---`).join('\n');

describe('a document taken page by page from a PDF', () => {
  it('is planned by its requirements, not by its pages', () => {
    const content = paged();
    expect(titlesOf(content)).toEqual(['Lending Books', 'Returning Books', 'Renewing Books']);
    expect(checksOf(content)['Returning Books']).toContain('Returning Books must be noted with the name of the clerk.');
    expect(rolesOf(content)).toMatchObject({ 'Library - FRD': 'context', 'Who pays for lost books?': 'context' });
    expect(titlesOf(paged('Seite'))).toEqual(titlesOf(content));
  });

  it('keeps its lines where they are, and a title over two lines is one', () => {
    const content = paged();
    const marked = markPlainText(content).split('\n');
    expect(marked).toHaveLength(content.split('\n').length);
    expect(marked).toContain('## 2. Functional Requirements (with Criteria)');
  });

  it('has pages that count up, not steps or pages of an app', () => {
    expect(dropPages(paged('Step').split('\n'))).toBeNull();
    expect(dropPages(['# Page 1', 'Home', '# Page 3', 'Loans', '# Page 7', 'Fines'])).toBeNull();
  });
});

describe('a document pasted without marks', () => {
  const content = [
    'The library desk',
    '1. Executive Summary',
    'Why we do it',
    '',
    'Books are lent by hand today, and nobody knows who has them.',
    '',
    '2. Functional Requirements',
    'Must Have',
    '',
    'User Story 1: Lending at the desk',
    '',
    'Acceptance Criteria: - Clerk can scan a card - Clerk can scan a copy - System prints a slip',
    '',
    'User Story 2: Returning by box',
    '',
    'Acceptance Criteria: - Box can scan a copy - Box can weigh a copy - System prints a slip for it',
    '',
    '3. Configuration',
    '# the desk',
    'DESK_NAME=main',
    'DESK_PORT=80',
  ];

  it('has the headings its author meant', () => {
    const headings = planText(content.join('\n')).reading.sections.map(({ heading }) => heading);
    expect(headings.filter(Boolean)).toEqual([
      'Executive Summary',
      'Why we do it',
      'Functional Requirements',
      'Must Have',
      'User Story 1: Lending at the desk',
      'User Story 2: Returning by box',
      'Configuration',
    ]);
    expect(Object.values(checksOf(content.join('\n'))).flat()).toHaveLength(6);
  });

  it('is left alone where it has headings of its own, or only lists that count', () => {
    const marked = `# The library desk\n${content.slice(1).join('\n')}`;
    expect(markPlainText(marked)).toBe(marked);
    const steps = 'Notes\n\n1. Scan the card\n2. Scan the copy\n3. Print the slip\n4. Say goodbye\n';
    expect(markPlainText(steps)).toBe(steps);
  });

  it('is read in time linear in its lines', () => {
    const lines = Array.from({ length: 40_000 }, (_, i) => `${(i % 99) + 1}. Title ${i} (open`);
    const start = performance.now();
    markPlainText(lines.join('\n'));
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
