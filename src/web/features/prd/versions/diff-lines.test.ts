import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from './diff-lines.ts';

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, number, text }) => `${kind} ${number} ${text}`);

describe('what changed between two texts', () => {
  it('is nothing where they are the same, whatever ends their lines', () => {
    expect(diffLines('a\nb', 'a\nb')).toEqual([]);
    expect(diffLines('a\r\nb', 'a\nb')).toEqual([]);
  });

  it('is the changed line in both wordings, with the lines around it', () => {
    expect(shown('a\nb\nc', 'a\nB\nc')).toEqual(['same 1 a', 'removed 2 b', 'added 2 B', 'same 3 c']);
  });

  it('hides what is far from a change and says how much', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `line ${i + 1}`);
    const result = shown(lines.join('\n'), lines.with(9, 'new').join('\n'));
    expect(result[0]).toBe('gap 6 6 lines');
    expect(result).toContain('removed 10 line 10');
    expect(result.at(-1)).toBe('gap 7 7 lines');
    expect(result).toHaveLength(10);
  });

  it('begins with everything added when there was nothing', () => {
    expect(shown('', 'a\nb').filter((line) => line.startsWith('added'))).toEqual(['added 1 a', 'added 2 b']);
  });

  it('gives back both texts, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '', '# c'), { minLength: 1, maxLength: 6 })
      .map((all) => all.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        if (lines.length === 0) return before === after;
        if (lines.some(({ kind }) => kind === 'gap')) return true;
        const only = (gone: string) =>
          lines
            .filter(({ kind }) => kind !== gone)
            .map((line) => line.text)
            .join('\n');
        return only('added') === before && only('removed') === after;
      }),
    );
  });
});
