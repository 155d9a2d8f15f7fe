import { expect, it } from 'vitest';
import { readBlocks } from './read-blocks.ts';

it('takes only what Markdown knows for bullets and boxes, unless told of more', () => {
  const text = '• point\n\n- [✓] done\n- [x] done';
  const types = (options?: Parameters<typeof readBlocks>[1]) => readBlocks(text, options).map(({ type }) => type);
  const boxes = (options?: Parameters<typeof readBlocks>[1]) =>
    readBlocks(text, options).flatMap((block) =>
      block.type === 'list' && block.mark === '-' ? block.items.map(({ checked }) => checked) : [],
    );
  expect([types(), boxes()]).toEqual([
    ['paragraph', 'list'],
    [null, true],
  ]);
  expect([types({ bullets: '-•' }), boxes({ boxes: 'x✓' })]).toEqual([
    ['list', 'list'],
    [true, true],
  ]);
});

it('says of code by which fence it stands and whether that has ended', () => {
  const fences = readBlocks('~~~~ js\n~~~\n~~~~~\n\n    indented\n\n```\nopen').map((block) =>
    block.type === 'code' ? block.fence : block.type,
  );
  expect(fences).toEqual([{ mark: '~~~~', isClosed: true }, undefined, { mark: '```', isClosed: false }]);
});

it('reads a quote only behind spaces, and leaves other blanks to the text', () => {
  expect(readBlocks('\u00A0> said').map(({ type }) => type)).toEqual(['paragraph']);
  expect(readBlocks('   > said').map(({ type }) => type)).toEqual(['quote']);
});

it('reads a heading and a fence to the end of the line, whatever is written there', () => {
  expect(readBlocks('# One\u2028two\n``` js\u2029\n# no\n```').map(({ type, end }) => `${type} ${end}`)).toEqual([
    'heading 1',
    'code 4',
  ]);
});
