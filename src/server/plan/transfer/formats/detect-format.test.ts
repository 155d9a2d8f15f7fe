import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectFormat } from './detect-format.ts';

const issue = '{"id":"a-1","title":"One","status":"open","priority":2}';

describe('the format of a file', () => {
  test.each<[string, string | undefined, string]>([
    ['Baton’s own export', 'baton', '{"format":"baton","version":1,"tasks":[]}'],
    ['a tagged tasks.json', 'task-master', '{"master":{"tasks":[]}}'],
    ['an older tasks.json', 'task-master', '\u{feff}\n{"tasks":[{"id":1,"title":"One"}]}'],
    ['one issue', 'beads', issue],
    ['several issues', 'beads', `${issue}\n${issue}\n`],
    ['issues after a broken line', 'beads', `<<<<<<< HEAD\n${issue}`],
    ['a memory', 'beads', '{"_type":"memory","key":"k","value":"v"}'],
    ['other JSON', undefined, '{"a":1}'],
    ['a list', undefined, '[{"id":"a","title":"b"}]'],
    ['prose', undefined, '# A plan\n\n- one'],
    ['nothing', undefined, ''],
  ])('%s', (_, format, text) => {
    expect(detectFormat({ filename: 'upload', text })).toBe(format);
    expect(detectFormat({ bytes: Buffer.from(text) })).toBe(format);
  });

  test('is told by the name where the content is broken, so that the right reader says what is wrong', () => {
    expect(detectFormat({ filename: 'tasks.json', text: '{"master":' })).toBe('task-master');
    expect(detectFormat({ filename: 'issues.jsonl', text: 'x' })).toBe('beads');
    expect(detectFormat({ filename: 'backlog.zip', bytes: Buffer.from('x') })).toBe('backlog-md');
  });

  test('is told by the content where the name says otherwise', () => {
    expect(detectFormat({ filename: 'tasks.json', text: issue })).toBe('beads');
    expect(detectFormat({ filename: 'issues.jsonl', bytes: gzipSync('x') })).toBe('backlog-md');
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.oneof(fc.string(), fc.json()), (bytes, text) => {
        expect(() => detectFormat({ bytes })).not.toThrow();
        expect(() => detectFormat({ text })).not.toThrow();
      }),
    );
  });
});
