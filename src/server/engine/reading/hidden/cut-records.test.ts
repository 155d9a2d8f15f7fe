import { describe, expect, it } from 'vitest';
import { checksOf, planText, rolesOf, taskOf, titlesOf } from '#test/plan-text.ts';

const record = (id: string, title: string, ...more: string[]) =>
  [
    `- ID: ${id}`,
    `- Title: ${title}`,
    `- Description: As a clerk, I want to do ${title} at the desk.`,
    ...more,
    '- Acceptance Criteria:',
    `  1. The desk shows ${title} at noon.`,
    `  2. The desk prints ${title} for the member.`,
    '',
  ].join('\n');
const inItems = `# App\n\n## User Stories\n\n${record('US-001', 'Lending a book')}\n${record('US-002', 'Taking a book back')}`;

const headingsOf = (content: string) => planText(content).reading.sections.map(({ heading }) => heading);

describe('a story written as a record', () => {
  it('is one task with the title as its title, the description and each criterion as checks', () => {
    expect(checksOf(inItems)).toEqual({
      'Lending a book': [
        'As a clerk, I want to do Lending a book at the desk.',
        'The desk shows Lending a book at noon.',
        'The desk prints Lending a book for the member.',
      ],
      'Taking a book back': [
        'As a clerk, I want to do Taking a book back at the desk.',
        'The desk shows Taking a book back at noon.',
        'The desk prints Taking a book back for the member.',
      ],
    });
  });

  it('is read from the lines of a paragraph, in another language', () => {
    const story = (id: string, title: string) =>
      `${id}\nTytuł: ${title}\nOpis: Jako bibliotekarz chcę mieć ${title}, aby pomóc.\nKryteria akceptacji:\n\n- Widoczny jest przycisk ${title}\n- Po kliknięciu otwiera się lista ${title}\n\n`;
    const content = `# Aplikacja\n\n## Historyjki użytkowników\n\n${story('US-001', 'Wypożyczenie książki')}${story('US-002', 'Zwrot książki')}`;
    expect(titlesOf(content)).toEqual(['Wypożyczenie książki', 'Zwrot książki']);
    expect(taskOf(content, 'Zwrot książki').checks).toHaveLength(3);
  });

  it('takes its name from the title where its heading is only an id', () => {
    const story = (id: string, title: string) =>
      `### ${id}\n\n- **Title:** ${title}\n- **Priority:** High\n- **Acceptance Criteria:**\n  - The desk shows ${title} at noon\n  - The desk prints ${title} at night\n\n`;
    const content = `# App\n\n## Stories\n\n${story('US-1', 'Lending a book')}${story('US-2', 'Taking a book back')}`;
    expect(titlesOf(content)).toEqual(['Lending a book', 'Taking a book back']);
  });

  it('is ordered by its priority and done by its state, and neither is a check', () => {
    const content = `# App\n\n## User Stories\n\n${record('US-1', 'Fines', '- Priority: Low')}\n${record('US-2', 'Loans', '- Priority: High', '- Estimate: 5 points')}\n${record('US-3', 'Members', '- Status: Done')}`;
    expect(titlesOf(content).indexOf('Loans')).toBeLessThan(titlesOf(content).indexOf('Fines'));
    expect(taskOf(content, 'Members').done).toBe(true);
    expect(taskOf(content, 'Loans').checks).toHaveLength(3);
    expect(rolesOf(content)['- Estimate: 5 points']).toBe('context');
  });

  it('loses no line of the document', () => {
    const { blocks } = planText(inItems).reading;
    const covered = blocks.flatMap(({ start_line, end_line }) =>
      Array.from({ length: end_line - start_line + 1 }, (_, i) => start_line + i),
    );
    const filled = inItems.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [i + 1]));
    expect(filled.filter((line) => covered.filter((each) => each === line).length !== 1)).toEqual([]);
  });
});

describe('what is no record', () => {
  it('is a list of fields with a title among them', () => {
    const content =
      '# App\n\n## Data model\n\n### Book\n\n- id: uuid\n- title: string, required\n- tags: list\n\n### Film\n\n- id: uuid\n- title: string, required\n- length: number\n';
    expect(headingsOf(content)).toEqual(['App', 'Data model', 'Book', 'Film']);
  });

  it('is the card at the top of a document', () => {
    const content =
      '# App\n\nTitle: The lending desk\nStatus: Draft\nAuthors:\n\n- Ada\n- Bob\n\n## Requirements\n\n- The desk must lend\n';
    expect(headingsOf(content)).toEqual(['App', 'Requirements']);
  });
});
