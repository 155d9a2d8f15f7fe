import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFrontMatter } from './read-front-matter.ts';

const headOf = (head: string) => readFrontMatter(`---\n${head}\n---\nbody`);
const fieldsOf = (head: string) => Object.fromEntries(headOf(head)?.fields ?? []);

describe('the head of a task file', () => {
  test.each<[string, string, unknown]>([
    ['plain text', 'title: Add a login: page', 'Add a login: page'],
    ['text with a comment', 'title: Add a login # soon', 'Add a login'],
    ['a hash inside a word', 'title: Fix issue#12', 'Fix issue#12'],
    ['single quotes', "title: 'It''s: here # yes'", "It's: here # yes"],
    ['double quotes', String.raw`title: "a \"b\" \n c é"`, 'a "b" \n c é'],
    ['a folded block', 'title: >-\n  A long title\n  over two lines', 'A long title over two lines'],
    ['a literal block', 'title: |\n  one\n    two\n', 'one\n  two'],
    ['plain text over two lines', 'title: A long\n  title', 'A long title'],
    ['quoted text over two lines', "title: 'A long\n  title'", 'A long title'],
    ['an empty list', 'title: []', []],
    ['a list in one line', `title: [one, "two, three", 'it''s', @four]`, ['one', 'two, three', "it's", '@four']],
    ['a list in several', "title:\n  - one\n  - 'two: three'\n  -\n", ['one', 'two: three']],
    ['a list that is not indented', 'title:\n- one\n- two', ['one', 'two']],
    ['a list cut off', 'title: [one, "two', '[one, "two'],
    ['nothing', 'title:', ''],
    ['null', 'title: null', ''],
    ['a date', 'title: 2025-09-06', '2025-09-06'],
    ['a date with a time', 'title: 2025-09-06 22:11:00', '2025-09-06 22:11:00'],
    ['a date that is tagged', 'title: !!timestamp 2025-09-06', '2025-09-06'],
    ['a version', 'title: 1.10', '1.10'],
    ['a number with zeros in front', 'title: 007', '007'],
    ['a number in another base', 'title: 0x1F', '0x1F'],
    ['a word that older YAML takes for a yes', 'title: on', 'on'],
    ['a yes', 'title: True', 'True'],
    ['a name without quotes', 'title: @kim', '@kim'],
    ['an escape that takes two letters', String.raw`title: "\N\x41\U0001F600"`, '\u{85}A\u{1F600}'],
    ['a folded block with a paragraph', 'title: >\n  one\n  two\n\n  three', 'one two\nthree'],
    ['a table', 'title: { a: 1, b: [2, 3] }', '{ a: 1, b: [2, 3] }'],
    ['a table in several lines', 'title:\n  a: 1\n  b: 2', 'a: 1 b: 2'],
    ['tables in a list', 'title:\n  - a: 1\n  - b', ['a: 1', 'b']],
    ['a tag of a program', 'title: !!js/function "return 1"', 'return 1'],
    ['a name with an anchor', 'title: &anchor text', 'text'],
    ['an older YAML', '%YAML 1.1\ntitle: 0o17', '0o17'],
  ])('%s', (_, head, value) => {
    expect(fieldsOf(`id: T-1\n${head}\nstatus: Done`)).toEqual({ id: 'T-1', title: value, status: 'Done' });
  });

  test('ends at the second line of dashes; the rest is the body', () => {
    expect(readFrontMatter('---\r\nid: 1\r\n---\r\ntext\r\n---\r\nmore')?.body).toBe('text\n---\nmore');
  });

  test.each(['', 'text', '---', '---\nid: 1', ' ---\nid: 1\n---'])('is absent from %j', (text) => {
    expect(readFrontMatter(text)).toBeUndefined();
  });

  test.each<[string, string, unknown]>([
    ['blanks after the colon', `${' '.repeat(60_000)}x\u{2028}y`, 'x\u{2028}y'],
    ['blanks in a list', `\n  -${' '.repeat(60_000)}x\u{2028}y`, ['x\u{2028}y']],
    ['hashes', `a${' #'.repeat(30_000)}\u{2028}x`, 'a'],
    ['hashes without blanks', `a${'#'.repeat(60_000)}`, `a${'#'.repeat(60_000)}`],
    ['quotes in a list', `[a${'"'.repeat(60_000)}`, `[a${'"'.repeat(60_000)}`],
    ['commas', `[${','.repeat(10_000)}]`, `[${','.repeat(10_000)}]`],
    ['a quotation without end', `"${'\\"'.repeat(30_000)} x`, `"${'\\"'.repeat(30_000)} x`],
    ['single quotes', `'${"''".repeat(29_999)}'`, "'".repeat(29_999)],
    ['single quotes without end', `'${"''".repeat(29_999)} x`, `'${"''".repeat(29_999)} x`],
    ['brackets', '['.repeat(30_000), '['.repeat(30_000)],
    ['braces', '{'.repeat(30_000), '{'.repeat(30_000)],
    ['colons', 'b: '.repeat(10_000), 'b: '.repeat(10_000).trim()],
    ['bars and blanks', `|${' '.repeat(60_000)}x`, `|${' '.repeat(60_000)}x`],
  ])('reads a long run of %s', (_, value, expected) => {
    expect(fieldsOf(`a: ${value}`.replace('a: \n', 'a:\n'))).toEqual({ a: expected });
  });

  test('nesting in lines that is deeper than the parser goes is taken as written', () => {
    const deep = Array.from({ length: 340 }, (_, depth) => `${' '.repeat(depth + 1)}a:`).join('\n');
    expect(fieldsOf(`id: 1\nx:\n${deep}`)).toEqual({ id: '1', x: 'a: '.repeat(340).trim() });
    const dashes = '- '.repeat(20_000);
    expect(fieldsOf(`id: 1\nx:\n  ${dashes}y`)).toEqual({ id: '1', x: `${dashes}y` });
  });

  test('aliases are not followed: one that would grow a thousand million times stays as it is written', () => {
    const head = Array.from({ length: 10 }, (_, step) => {
      const items = Array.from({ length: 10 }, () => (step === 0 ? 'x' : `*a${step - 1}`));
      return `a${step}: &a${step} [${items.join(', ')}]`;
    });
    const read = headOf(head.join('\n'));
    expect(read?.fields.get('a9')).toEqual(Array.from({ length: 10 }, () => '*a8'));
    expect(read?.remarks).toEqual(['line 11 refers to another value (*a8), which is not followed']);
    expect(headOf('a: *a')?.remarks).toEqual(['line 2 refers to another value (*a), which is not followed']);
    expect(fieldsOf('base: &b { a: 1 }\n<<: *b')).toEqual({ base: '{ a: 1 }', '<<': '*b' });
  });

  test('of a field that stands there twice the last counts, and the line is told', () => {
    const read = headOf('id: 1\ntitle: a\n"title": b');
    expect(Object.fromEntries(read?.fields ?? [])).toEqual({ id: '1', title: 'b' });
    expect(read?.remarks).toEqual(['line 4 has the field title again; the last one counts']);
    expect(headOf(Array.from({ length: 8_000 }, (_, at) => `k${at}:`).join('\n'))?.fields.size).toBe(8_000);
  });

  test('a name that objects have of their own is a field like any other', () => {
    const fields = fieldsOf('__proto__: { admin: true }\nconstructor: x\ntoString: y');
    expect(Object.entries(fields)).toEqual([
      ['__proto__', '{ admin: true }'],
      ['constructor', 'x'],
      ['toString', 'y'],
    ]);
    expect('admin' in {}).toBe(false);
  });

  test.each([
    ['id: 1\ntitle: Fix: it', 'line 3 is not YAML; its text came in as it is written'],
    ['id: 1\ntitle: "it\nstatus: Done', 'line 3 is not YAML; its text came in as it is written'],
    ['id: 1\ntitle: a\n\tb', 'line 3 is not YAML; its text came in as it is written'],
    ['id: 1\n\njust words\nstatus: Done', 'line 4 is not YAML and is left out'],
    ['id: 1\n--- x\nstatus: Done', 'line 3 is not YAML and is left out'],
    ['just words', 'line 2 is not YAML and is left out'],
  ])('what is not YAML is told with its line: %j', (head, remark) => {
    expect(headOf(head)?.remarks).toEqual([remark]);
  });

  test.each(['', '# nothing yet', 'id: 1\nassignee: [@kim]', 'id: 1 # first\n\nlabels: []'])(
    'nothing is told of %j',
    (head) => {
      expect(headOf(head)?.remarks).toEqual([]);
    },
  );

  test('a head longer than any task has is not parsed', () => {
    expect(headOf(`a: ${'x'.repeat(64 * 1024)}`)).toBeUndefined();
  });

  test('survives any text', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a: "', "b: '", 'c: [', '- x', '  - y', 'd: |', 'e: >-', '"'),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(readFrontMatter(['---', ...lines, '---', ''].join('\n'))).toBeDefined();
      }),
    );
  });
});
