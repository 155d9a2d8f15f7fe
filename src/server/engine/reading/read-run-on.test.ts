import { describe, expect, it } from 'vitest';
import { checksOf } from '#test/plan-text.ts';
import { readRunOn } from './read-run-on.ts';

describe('a list whose line ends were lost', () => {
  it('is a label with its items', () => {
    expect(readRunOn('Criteria: - Members can renew - Clerks can lend - Both see fines')).toEqual({
      label: 'Criteria',
      items: ['Members can renew', 'Clerks can lend', 'Both see fines'],
    });
    expect(readRunOn('Flow: 1. Scan the card 2. Scan 3 copies 3. Print the slip')?.items).toEqual([
      'Scan the card',
      'Scan 3 copies',
      'Print the slip',
    ]);
    expect(
      readRunOn('Sprint 1-2: Desk (4 weeks) - Loans at the desk - Returns by box - Letters to members')?.label,
    ).toBe('Sprint 1-2: Desk (4 weeks)');
  });

  it('is none where the dashes belong to a sentence or to a path', () => {
    expect(readRunOn('The desk - open all day - lends and - on request - renews books')).toBeNull();
    expect(readRunOn('Path: Home - Loans - Copies - Fines')).toBeNull();
    expect(readRunOn('Hours: - open at noon - closed at night')).toBeNull();
  });

  it('gives a check for each item', () => {
    const items = ['Members can renew a loan', 'Clerks can lend a copy', 'Both can see all fines'];
    const content = `# App\n\n## Functional Requirements\n\nCriteria: - ${items.join(' - ')}\n`;
    expect(Object.values(checksOf(content)).flat()).toEqual(items);
  });
});
