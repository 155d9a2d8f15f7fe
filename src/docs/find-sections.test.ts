import { describe, expect, test } from 'vitest';
import { findSections, splitAtWords } from './find-sections.ts';
import type { Section } from './section.ts';

const section = (fields: Partial<Section>): Section => ({
  page: 'Agents',
  address: '/docs/agents',
  text: '',
  ...fields,
});
const addresses = (sections: Section[], query: string) =>
  findSections(sections, query).found.map(({ section: { address } }) => address);

describe('a search of the documentation', () => {
  test('finds nothing without a word', () => {
    expect(findSections([section({ text: 'words' })], '  ')).toEqual({ found: [], total: 0 });
  });

  test('wants every word, in any case and anywhere in the section', () => {
    const sections = [
      section({ address: 'both', heading: 'Leases', text: 'A Baton is held.' }),
      section({ address: 'one', heading: 'Leases' }),
    ];
    expect(addresses(sections, 'BATON lease')).toEqual(['both']);
  });

  test('looks at the beginnings of words', () => {
    const sections = [
      section({ address: 'release', text: 'A release.' }),
      section({ address: 'lease', text: 'Leases.' }),
    ];
    expect(addresses(sections, 'lease')).toEqual(['lease']);
    expect(addresses([section({ address: 'name', text: 'BATON_METRICS_TOKEN' })], 'token')).toEqual(['name']);
  });

  test('puts headings first, then titles, then mentions', () => {
    const sections = [
      section({ address: 'text', page: 'A', heading: 'B', text: 'backup '.repeat(50) }),
      section({ address: 'title', page: 'Backup', heading: 'B' }),
      section({ address: 'heading', page: 'A', heading: 'Backup' }),
    ];
    expect(addresses(sections, 'backup')).toEqual(['heading', 'title', 'text']);
  });

  test('takes signs of patterns for what they are', () => {
    expect(addresses([section({ text: 'plain' })], '.* [')).toEqual([]);
    expect(addresses([section({ address: 'path', text: 'see /api/auth/* there' })], '/api/auth/*')).toEqual(['path']);
  });

  test('shows at most twelve, and says how many there are', () => {
    const many = Array.from({ length: 20 }, () => section({ text: 'one' }));
    const { found, total } = findSections(many, 'one');
    expect([found.length, total]).toEqual([12, 20]);
  });

  test('cuts the text around the first hit, at words', () => {
    const text = `${'before '.repeat(30)}needle${' after'.repeat(60)}`;
    const excerpt = findSections([section({ text })], 'needle').found[0]?.excerpt ?? '';
    expect(excerpt).toMatch(/^… (before )+needle( after)+ …$/);
    expect(excerpt.length).toBeLessThan(170);
  });
});

test('hits are told apart from the rest', () => {
  expect(splitAtWords('Release a lease', ['lease'])).toEqual(['Release a ', 'lease', '']);
});
