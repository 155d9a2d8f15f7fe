import { expect, test } from 'vitest';
import { FileName } from './fields.ts';
import { findFileNameFault } from './file-name.ts';

test.each([
  'prd.md',
  'PRD v1.2 (final).markdown',
  'example.com.md',
  'Node.js guide.md',
  'backlog.tar.gz',
  'tasks',
  'Änderungen – 設計.md',
])('%j is a file name', (name) => {
  expect(findFileNameFault(name)).toBeUndefined();
  expect(FileName.parse(` ${name} `)).toBe(name);
});

test.each([
  ['../prd.md', 'without folders'],
  ['docs/prd.md', 'without folders'],
  ['C:\\prd.md', 'without folders'],
  ['.prd.md', 'begin with a dot'],
  ['..', 'begin with a dot'],
  ['prd\u0000.md', 'control characters'],
  ['prd\n.md', 'control characters'],
  ['prd.md\r\n', 'control characters'],
  ['prd\u007F.md', 'control characters'],
  ['prd\u202Edm.exe', 'control characters'],
  ['a.php.md', 'the extension .php'],
  ['a.PHP .md', 'the extension .php'],
  ['a.php;.md', 'the extension .php'],
  ['x.md.exe', 'the extension .exe'],
  ['x.md.exe.', 'the extension .exe'],
  ['x.svg.markdown', 'the extension .svg'],
  ['x.html', 'the extension .html'],
  ['x.md.com', 'the extension .com'],
])('%j is refused with what is wrong', (name, words) => {
  expect(findFileNameFault(name)).toContain(words);
  expect(FileName.safeParse(name).error?.issues[0]?.message).toContain(words);
});

test('an empty name and a long one are refused', () => {
  expect(FileName.safeParse('  ').success).toBe(false);
  expect(FileName.safeParse(`${'a'.repeat(253)}.md`).success).toBe(false);
});
