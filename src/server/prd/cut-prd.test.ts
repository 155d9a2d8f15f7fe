import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutPrd } from './cut-prd.ts';

const outline = (content: string) =>
  cutPrd(content).map(({ heading, start_line, end_line }) => `${start_line}-${end_line} ${heading}`);

describe('headings', () => {
  test('cut a text, and what stands before the first has none', () => {
    expect(cutPrd('Intro\n\n# One\n\ntext\n## Two ##\nmore\n')).toEqual([
      { heading: '', start_line: 1, end_line: 2, body: 'Intro\n' },
      { heading: 'One', start_line: 3, end_line: 5, body: 'text' },
      { heading: 'Two', start_line: 6, end_line: 8, body: 'more\n' },
    ]);
  });

  test('may be underlined, but not every line of dashes makes one', () => {
    expect(outline('One\n===\ntext\n\nTwo\n---\ntext\n\n---\n\n- item\n---\n> quote\n---\n| a |\n|---|\n')).toEqual([
      '1-4 One',
      '5-17 Two',
    ]);
    // Without bars below it, it is no table.
    expect(outline('| a |\n---\n')).toEqual(['1-3 | a |']);
    expect(outline('Two\nlines\n---\ntext')).toEqual(['1-4 Two lines']);
    expect(outline('# One\n---\ntext')).toEqual(['1-3 One']);
  });

  test('need a space and at most six marks', () => {
    expect(outline('#tag\n####### seven\n    # code\n   ###### Six\n#\ttab')).toEqual(['1-3 ', '4-4 Six', '5-5 tab']);
  });

  test.for(['```', '~~~', '````md', '   ```sh'])('inside a fence of %s are text', (fence) => {
    const close = fence.trim().replaceAll(/[a-z]/gu, '');
    expect(outline(`# One\n${fence}\n# no\nNo\n===\n${close}\n# Two`)).toEqual(['1-6 One', '7-7 Two']);
  });

  test('stay text until the very fence ends, and to the end where none does', () => {
    expect(outline('````\n```\n# no\n~~~~\n````\n# Yes')).toEqual(['1-5 ', '6-6 Yes']);
    expect(outline('# One\n```\n# no')).toEqual(['1-3 One']);
    expect(outline('```inline``` code\n# Yes')).toEqual(['1-1 ', '2-2 Yes']);
  });

  test('inside an item, a quote, HTML or front matter are text', () => {
    expect(outline('# One\n- item\n  # no\n> # no\n# Two')).toEqual(['1-4 One', '5-5 Two']);
    expect(outline('<div>\n# no\n</div>\n\n<!--\n\n# no\n-->\n# One')).toEqual(['1-8 ', '9-9 One']);
    expect(outline('---\ntitle: a\n---\n# One')).toEqual(['1-3 ', '4-4 One']);
  });

  test('end code that was begun inside an item or a quote', () => {
    expect(outline('- item\n  ```\n# One\n> ```\n# Two')).toEqual(['1-2 ', '3-4 One', '5-5 Two']);
  });

  test('are counted in lines of every kind of line end', () => {
    expect(outline('a\r\n# One\r\nb\r# Two\rc')).toEqual(['1-1 ', '2-3 One', '4-5 Two']);
  });
});

describe('size', () => {
  test('a long section becomes parts with the same heading, cut at line ends, that continue each other', () => {
    const content = `# Long\n${'0123456789\n'.repeat(5_000)}`;
    const parts = cutPrd(content);
    expect(parts).toHaveLength(3);
    expect(new Set(parts.map(({ heading }) => heading))).toEqual(new Set(['Long']));
    for (const [i, part] of parts.entries()) {
      expect(part.body.length).toBeLessThanOrEqual(20_000);
      if (i > 0) expect(part.start_line).toBe((parts[i - 1]?.end_line ?? 0) + 1);
    }
    expect(`# Long\n${parts.map(({ body }) => body).join('\n')}`).toBe(content);
  });

  test('a single line of one mebibyte is cut, between words and never inside a character', () => {
    for (const line of ['x'.repeat(2 ** 20), 'words and '.repeat(2 ** 20 / 10), `x${'🚀'.repeat(2 ** 19 - 1)}`]) {
      const parts = cutPrd(line);
      expect(parts.map(({ body }) => body).join('')).toBe(line);
      expect(parts.every(({ body }) => body.length <= 20_000 && body.isWellFormed())).toBe(true);
      expect(parts.every(({ start_line, end_line }) => start_line === 1 && end_line === 1)).toBe(true);
    }
    expect(cutPrd('words and '.repeat(5_000)).every(({ body }) => /(?:words|and|and )$/u.test(body))).toBe(true);
  });

  test('a heading too long to show is shortened and stays whole in the text', () => {
    const [part] = cutPrd(`# ${'long '.repeat(200)}end`);
    expect(part?.heading.length).toBeLessThanOrEqual(500);
    expect(part?.body).toContain('long end');
  });

  test('a text of nothing but headings stays a bounded number of parts, and keeps every one', () => {
    const content = Array.from({ length: 100_000 }, (_, i) => `# h${i}`).join('\n');
    const parts = cutPrd(content);
    expect(parts.length).toBeLessThanOrEqual(1_100);
    expect(parts.flatMap(({ heading, body }) => [heading, ...(body === '' ? [] : body.split('\n'))])).toHaveLength(
      100_000,
    );
    expect(parts.at(-1)?.end_line).toBe(100_000);
  });

  test('very many lines are no burden', () => {
    expect(cutPrd(`${'#a\n'.repeat(2 ** 18)}\n${'# b\n'.repeat(1_500)}`).length).toBeLessThan(1_200);
  });
});

test('an empty text has no parts', () => {
  expect(cutPrd('')).toEqual([]);
  expect(cutPrd('\n \n')).toEqual([]);
});

test('any text: parts follow each other, and no word is lost', () => {
  const line = fc.constantFrom(
    '# a',
    '## b #',
    'text',
    '',
    'Under',
    '---',
    '===',
    '```',
    '~~~',
    '- item',
    '    # code',
    '#',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(line, fc.string({ maxLength: 20 }))), (lines) => {
      const content = lines.join('\n');
      const parts = cutPrd(content);
      const total = content.split(/\r\n|\n|\r/u).length;
      for (const [i, part] of parts.entries()) {
        expect(part.start_line).toBeLessThanOrEqual(part.end_line);
        expect(part.end_line).toBeLessThanOrEqual(total);
        if (i > 0) expect(part.start_line).toBeGreaterThan(parts[i - 1]?.end_line ?? 0);
      }
      const words = (text: string) => text.match(/[a-z]+/giu) ?? [];
      expect(words(parts.map(({ heading, body }) => `${heading}\n${body}`).join('\n'))).toEqual(words(content));
    }),
  );
});
