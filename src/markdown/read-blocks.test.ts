import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listOurs, listTheirs } from '#test/list-blocks.ts';
import { readBlocks } from './read-blocks.ts';

describe('our reader against the markdown parser of the field', () => {
  const line = fc.constantFrom(
    '',
    '',
    'Some words',
    'more words here',
    '# Head',
    '## Head two ##',
    '- item',
    '* star',
    '+ plus',
    '  - nested',
    '    - deeper',
    '1. one',
    '2. two',
    '   more of it',
    '- [ ] box',
    '> quote',
    '> - in quote',
    '>',
    '```',
    '~~~',
    '---',
    '***',
    '| a | b |',
    '|---|---|',
    'lazy text',
    '    four spaces',
    '\ttab',
    '- ',
    '**bold** and `code`',
    '[link](x) text',
    '1) other',
    '<div>',
    '<!-- note -->',
    '\\* escaped',
  );

  it('sees the same headings, items, rows and quotes in any mixture of lines', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        // Indented code just above an item that could not interrupt a paragraph: micromark takes it for one, CommonMark does not.
        fc.pre(!/^(?: {4}|\t).*\n(?:\s*\n)*(?:- $|2\.)/mu.test(lines.join('\n')));
        const content = `Begin.\n\n${lines.join('\n')}`;
        const only = (list: string[]) =>
          list
            .filter((entry) => /^ *(?:heading|listItem|tableRow|blockquote)/u.test(entry))
            .map((entry) => /^ *\w+ \d+/u.exec(entry)?.[0]);
        expect(only(listOurs(readBlocks(content)))).toEqual(only(listTheirs(content)));
      }),
      { numRuns: 400 },
    );
  });
});
