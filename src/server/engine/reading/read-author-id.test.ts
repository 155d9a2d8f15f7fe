import { describe, expect, it } from 'vitest';
import { checksOf, planText, rolesOf } from '#test/plan-text.ts';

describe('an id of the author', () => {
  it('counts in front of an item and is taken off it', () => {
    const content = '# App\n\n## The desk\n\n- C1: Lends books\n- C2: Takes them back\n';
    expect(rolesOf(content)['- C1: Lends books']).toBe('work');
    expect(Object.values(checksOf(content)).flat()).toContain('Lends books');
  });

  it('only refers to another where it stands behind the words: it makes nothing work and is not cut off', () => {
    const content = '# App\n\n## The street\n\n- Bicycles at the door (C4)\n- Rain on the steps (C2).\n';
    expect(rolesOf(content)['- Bicycles at the door (C4)']).not.toBe('work');
    const asked = '# App\n\n## Requirements\n\n- The desk must lend books (FR-3)\n- The desk must beep\n';
    expect(planText(asked).reading.requirements[0]).toMatchObject({ text: 'The desk must lend books (FR-3)' });
    expect(planText(asked).reading.requirements[0]?.author_id).toBeUndefined();
  });

  it('behind a ticked box says which requirement is done', () => {
    const content =
      '# App\n\n## Requirements\n\n- F-1: The desk must lend books\n- F-2: The desk must beep\n\n## Progress\n\n- [x] Lending at the desk (F-1)\n';
    expect(rolesOf(content)).toMatchObject({
      '- F-1: The desk must lend books': 'done',
      '- F-2: The desk must beep': 'work',
    });
  });
});
