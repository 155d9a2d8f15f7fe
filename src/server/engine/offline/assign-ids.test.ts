import { describe, expect, it } from 'vitest';
import { assignIds } from './assign-ids.ts';
import { extractRequirements } from './extract-requirements.ts';

const idsOf = (content: string) => extractRequirements(content).requirements.map(({ id }) => id);
const carry = (before: string, after: string) =>
  assignIds(extractRequirements(after), extractRequirements(before).requirements).requirements.map(({ id }) => id);

describe('ids of a first reading', () => {
  it.each([
    ['- FR-12: Export\n', 'FR-12'],
    ['- REQ_3 Export the file\n', 'REQ_3'],
    ['- [R4] Export\n', 'R4'],
    ['### US-7: Export\n\nText.\n', 'US-7'],
    ['| ID | Requirement |\n|---|---|\n| DP-1 | Export |\n', 'DP-1'],
  ])('are the author’s where there is one: %j', (content, id) => {
    expect(idsOf(content)).toEqual([id]);
  });

  it.each(['- UTF-8 files\n', '- P1 of the list\n', '- SAML 2.0 login\n', '- Export\n'])(
    'are made of the text otherwise: %j',
    (content) => {
      expect(idsOf(content)).toEqual([expect.stringMatching(/^r-[0-9a-f]{8}$/u)]);
    },
  );

  it('are never the same twice', () => {
    const ids = idsOf('## A\n- FR-1: x\n- FR-1: y\n- same\n- same\n## B\n- same\n');
    expect(new Set(ids).size).toBe(5);
  });

  it('do not depend on the order, even where texts repeat below different headings', () => {
    const [a, b] = idsOf('## A\n- same\n## B\n- same\n');
    expect(idsOf('## B\n- same\n## A\n- same\n')).toEqual([b, a]);
  });
});

describe('ids of the next reading', () => {
  const before =
    '## Export\n- The clerk exports a month as CSV\n- Old exports are deleted after a year\n## Import\n- A file is checked before it is read\n';
  const [csv, old, file] = idsOf(before);

  it('stay when the text moves', () => {
    expect(
      carry(
        before,
        '## Import\n- A file is checked before it is read\n## Export\n- Old exports are deleted after a year\n- The clerk exports a month as CSV\n',
      ),
    ).toEqual([file, old, csv]);
  });

  it('stay when the text is reworded', () => {
    expect(carry(before, before.replace('exports a month as CSV', 'can export one month as CSV'))).toEqual([
      csv,
      old,
      file,
    ]);
  });

  it('are new for what is new', () => {
    const ids = carry(before, before.replace('- Old', '- Pictures are printed in colour\n- Old'));
    expect(ids).toEqual([csv, expect.stringMatching(/^r-/u), old, file]);
    expect([csv, old, file]).not.toContain(ids[1]);
  });

  it('are not given to something else when a requirement goes', () => {
    expect(
      carry(before, '## Export\n- Pictures are printed in colour\n- Old exports are deleted after a year\n'),
    ).toEqual([expect.not.stringContaining(csv ?? ''), old]);
  });

  it('stay through several rewordings', () => {
    const first = extractRequirements(before);
    const second = assignIds(extractRequirements(before.replace('as CSV', 'as CSV or PDF')), first.requirements);
    const third = assignIds(
      extractRequirements(before.replace('a month as CSV', 'a month or a year as CSV or PDF')),
      second.requirements,
    );
    expect(third.requirements.map(({ id }) => id)).toEqual([csv, old, file]);
  });
});
