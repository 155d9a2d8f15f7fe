import { expect, test } from 'vitest';
import { readComments } from './backlog-comments.ts';
import { createReport } from './import-report.ts';

const read = (...blocks: string[]) =>
  readComments(
    createReport(),
    'task-1.md',
    blocks.map((block) => `<!-- COMMENT:BEGIN -->\n${block}\n<!-- COMMENT:END -->`).join('\n'),
  );

test('a comment has its author and date above its text', () => {
  expect(read('Index: 1\nauthor:@lee\ncreated: 2025-09-07\n\nWhich: glass?', 'author: no one')).toEqual([
    { type: 'OTHER', body: '@lee:\n\nWhich: glass?', created_at: '2025-09-07T00:00:00.000Z' },
    { type: 'OTHER', body: 'no one:\n\n' },
  ]);
});

test('a property written twice does not turn up in the text', () => {
  expect(read('author: a\nauthor: b\nauthors: c')).toEqual([{ type: 'OTHER', body: 'b:\n\nauthors: c' }]);
});

test.each([' ', '\t', '\u{2028}', ':', '-'])('a property with a long run of %j is read', (character) => {
  const value = `${character.repeat(200 * 1024)}x\u{2028}y`;
  expect(read(`author:${value}\ntext`)).toEqual([{ type: 'OTHER', body: `${value.trim()}:\n\ntext` }]);
});
