import { describe, expect, test } from 'vitest';
import { type PrdSection, cutPrd } from './cut-prd.ts';
import { quotePrd } from './quote-prd.ts';

const quoteFrom = (sections: readonly PrdSection[], start: number, end = start) =>
  sections.flatMap((section) => quotePrd(section, { start, end })?.text ?? []);
const quote = (content: string, start: number, end: number) => quoteFrom(cutPrd(content), start, end);

const DOCUMENTS: Record<string, string> = {
  'a heading, an empty line and a list': '# Ship\n\n## Hull\n\n- a keel\n- planks\n\n\n## Sail\n\n- a mast\n',
  'no empty line below the heading': '# Ship\n## Hull\n- a keel\n- planks',
  'text before the first heading': 'A ship.\n\nOf oak.\n\n# Hull\n\n- a keel',
  'underlined headings': 'Ship\n====\n\nA ship.\n\nHull\n----\n- a keel\n- planks',
  'line ends of Windows': '# Ship\r\n\r\n- a keel\r\n- planks\r\n',
  'a section that is cut in two': `# Ship\n\n${Array.from({ length: 400 }, (_, i) => `- plank ${i} ${'of oak '.repeat(12)}`).join('\n')}\n\n## Sail\n- a mast`,
  'a heading inside a fence': '# Ship\n\n```\n# no heading\n```\n\n- a keel',
  'nothing but headings, too many to keep apart': '# Part\n\n- oak\n'.repeat(1_200),
};

describe('every line is quoted as it stands', () => {
  test.each(Object.entries(DOCUMENTS))('%s', (_name, content) => {
    const lines = content.split(/\r\n|\n/u);
    const sections = cutPrd(content);
    const isUnderline = (line: string) => /^(?:=+|-+)$/u.test(line);
    for (const [i, line] of lines.entries()) {
      if (line.trim() === '' || isUnderline(line)) continue;
      // Headings are compared without their marks.
      const said = quoteFrom(sections, i + 1).map((text) => text.replace(/^#+ /u, ''));
      expect(said, `line ${i + 1}`).toEqual([line.replace(/^#+ /u, '')]);
    }
  });
});

test('lines across two sections are quoted from both, and nothing around them', () => {
  expect(quote('# Ship\n\n- a keel\n- planks\n\n# Sail\n\n- a mast\n- a rope', 4, 8)).toEqual([
    '- planks\n',
    'Sail\n- a mast',
  ]);
});

test('what is beyond the document says nothing', () => {
  expect(quote('# Ship\n- a keel', 3, 9)).toEqual([]);
});
