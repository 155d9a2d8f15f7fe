import { expect, it } from 'vitest';
import { buildDocument } from './build-document.ts';

const nodesOf = (text: string) =>
  buildDocument(text).sections.flatMap(({ nodes }) =>
    nodes.map(({ kind, start, end, text: words }) => `${kind} ${start}-${end} ${words}`.trimEnd()),
  );

it('a line break written as HTML hides nothing that is written below it', () => {
  expect(nodesOf('- Log in\n<br>\n- Log out\n\nSee\n<br> the plan')).toEqual([
    'item 1-2 Log in',
    'item 3-3 Log out',
    'paragraph 5-6 See the plan',
  ]);
});

it('pictures and line breaks written as HTML are no words', () => {
  expect(nodesOf('<img src="a">\n\n<img src="a"\n  alt="b"> <br>\n\n<a href="c"><img src="d"></a>')).toEqual([
    'other 1-1',
    'other 3-4',
    'other 6-6',
  ]);
});

it('a tag alone on its line begins HTML up to the next empty line', () => {
  expect(nodesOf('<span>\nnot read\n\nread')).toEqual(['other 1-2', 'paragraph 4-4 read']);
});
