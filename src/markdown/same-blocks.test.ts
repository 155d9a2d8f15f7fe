import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE } from '#test/hostile-markdown.ts';
import { decodeEntity } from '#test/markdown-html.ts';
import { outlineBlocks, outlineDrawn, outlineTree } from '#test/outline-blocks.ts';
import { readLineBlocks } from './read-blocks.ts';
import { readLines } from './read-lines.ts';
import { parseDrawnBlocks, parseMarkdown } from './tree/parse-markdown.ts';

const corpus = globSync('fixtures/prds/*.md');
const LENGTH = 5_000;
/** On purpose: footnotes are a block only where they are drawn, and what reads words takes out control characters. */
const DIFFERS = /\[\^[^\]\n]*\]:|\0/u;
const hostile = Object.entries(HOSTILE)
  .map(([name, make]) => [name, make(LENGTH)] as const)
  .filter(([, text]) => !DIFFERS.test(text));

/** Both with front matter as it stands, which only a reader of words leaves out. */
function expectSame(text: string): void {
  const read = readLineBlocks(readLines(text));
  expect(outlineBlocks(read)).toEqual(outlineBlocks(parseDrawnBlocks(text, { visits: 0 })));
  expect(outlineDrawn(read)).toEqual(outlineTree(parseMarkdown(text, decodeEntity).children));
}

describe('who reads words and who draws see the same blocks on the same lines', () => {
  it('finds texts to compare', () => {
    expect(corpus.length).toBeGreaterThan(50);
    expect(hostile.length).toBeGreaterThan(150);
  });

  it.each(corpus)('of %s', (file) => {
    expectSame(readFileSync(file, 'utf8'));
  });

  it.each(hostile)('of %s', (_name, text) => {
    expectSame(text);
    expectSame(`- a\n\n  > b\n\n${text}\n\n# End\n`);
  });

  const LINES =
    '¦¦words¦# Head¦## Two ##¦#¦- item¦* star¦+ plus¦  - nested¦    - deeper¦1. one¦2. two¦3) three¦   more of it¦- [ ] box¦' +
    '- [x] done¦- [ ]¦- [x]none¦> quote¦> - in quote¦>¦> > deep¦```¦```js x¦~~~¦  ```¦````¦---¦***¦- - -¦===¦| a | b |¦' +
    '|---|:-:|¦| c \\| d | `e` | f¦a | b¦-|-¦:-¦lazy text¦    four spaces¦\ttab¦\t\ttwo tabs¦- ¦-\ttabbed¦-\t\tcode¦' +
    '>\ttab¦>\t- item¦1.\tone¦-     code¦1.¦[r]: /url¦"title"¦[r]: /url "a¦<div>¦</div>¦<b>¦<br>¦<br> a¦<img src="a"¦' +
    '<!-- note¦-->¦<pre>¦</pre>¦<?a¦?>¦<!A¦>¦<![CDATA[¦]]>¦<script>¦</style>¦</script>¦\\* escaped¦      six¦a\t¦`a\r¦\t- a';

  it('of any mixture of lines', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LINES.split('¦')), { maxLength: 10 }), (lines) => {
        expectSame(lines.join('\n'));
      }),
      { numRuns: 2_000 },
    );
  });

  it('of any mixture of marks', () => {
    const marks = '>¦-¦*¦+¦1.¦2)¦#¦`¦~¦|¦:¦=¦<¦!¦?¦/¦[¦]¦(¦ ¦  ¦\t¦\n¦\n\n¦\r\n¦a¦div¦b'.split('¦');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...marks), { maxLength: 40 }), (some) => {
        const text = some.join('');
        fc.pre(!DIFFERS.test(text));
        expectSame(text);
      }),
      { numRuns: 5_000 },
    );
  });
});
