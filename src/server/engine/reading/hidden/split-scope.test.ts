import { describe, expect, it } from 'vitest';
import { checksOf, planText, rolesOf } from '#test/plan-text.ts';

const scope = (isIn: string, isOut: string) =>
  `# Library\n\n## First Release Scope\n\n${isIn}\n\n• Loans\n\n• Search\n\n• Reservations\n\n${isOut}\n\n• Sales\n\n• Auctions\n`;

describe('the two lists of a scope', () => {
  it.each([
    ['Included:', 'Not Included:'],
    ['**In scope**', '**Out of scope**'],
    ['Enthalten:', 'Nicht enthalten:'],
    ['Inclui:', 'Não inclui:'],
  ])('are work under "%s" and limits under "%s"', (isIn, isOut) => {
    const text = scope(isIn, isOut);
    expect(Object.values(checksOf(text)).flat()).toEqual(['Loans', 'Search', 'Reservations']);
    expect(rolesOf(text)).toMatchObject({ '• Sales': 'limit', '• Auctions': 'limit' });
  });

  it('stay one section where the labels say something else, or one has no list', () => {
    const sections = (text: string) => planText(text).reading.sections.map(({ heading }) => heading);
    expect(sections(scope('Included with a ticket:', 'Not included:'))).toHaveLength(2);
    expect(sections(scope('Included: see below', 'Not included:'))).toHaveLength(2);
    expect(rolesOf(scope('Sold here:', 'Sold elsewhere:'))).toMatchObject({ '• Loans': 'unsure', '• Sales': 'unsure' });
  });
});
