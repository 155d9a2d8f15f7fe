import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Part, clockOf, composeAnswer, composePage, cutBytes, oneLine } from './rules.ts';

const bytes = (text: string) => Buffer.byteLength(text);
/** Arbitrary text: astral characters, combining marks, joined emoji, the empty string. */
const line = fc.string({ unit: fc.constantFrom('a', ' ', 'é', '漢', '😀', 'e\u0301', '👩‍👩‍👧'), maxLength: 120 });
const part: fc.Arbitrary<Part> = fc.record(
  {
    rank: fc.integer({ min: 0, max: 9 }),
    title: fc.string({ maxLength: 40 }),
    lines: fc.array(line, { maxLength: 30 }),
    label: fc.constantFrom('notes', 'files'),
    more: fc.constant((left: number) => `(${left} more: task_get id=T1 with a larger budget)`),
  },
  { requiredKeys: ['rank', 'lines'] },
);

describe('an answer', () => {
  test('that fits is whole, in the order it was given', () => {
    const parts = [
      { rank: 5, lines: ['one'] },
      { rank: 1, title: 'Two:', lines: ['  two', '  three'] },
      { rank: 0, lines: [] },
    ];
    expect(composeAnswer(parts, 100)).toBe('one\nTwo:\n  two\n  three');
  });

  test('is never larger than its budget, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 100, max: 2_000 }), (parts, budget) => {
        expect(bytes(composeAnswer(parts, budget))).toBeLessThanOrEqual(budget * 4);
      }),
      { numRuns: 300 },
    );
  });

  test('is never cut within a character', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 100, max: 600 }), (parts, budget) => {
        expect(composeAnswer(parts, budget)).not.toContain('\ufffd');
      }),
    );
  });

  test('says that something was left out, whenever something was', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 100, max: 600 }), (parts, budget) => {
        const text = composeAnswer(parts, budget);
        const all = parts.flatMap(({ title, lines }) =>
          lines.length === 0 ? [] : [...(title === undefined ? [] : [title]), ...lines],
        );
        if (text !== all.join('\n')) expect(text).toMatch(/more|left out|…/);
      }),
    );
  });

  test('gives room to what is worth most, and says how many lines are missing and how to get them', () => {
    const lines = Array.from({ length: 50 }, (_, place) => `note ${place} ${'x'.repeat(40)}`);
    const text = composeAnswer(
      [
        { rank: 9, title: 'Notes:', lines, more: (left) => `(${left} more: ask for them)` },
        { rank: 0, lines: ['The task'] },
        { rank: 1, title: 'Done when:', lines: ['  [ ] it floats'] },
      ],
      200,
    );
    const shown = text.split('\n').filter((each) => /^note \d+ x{40}$/.test(each)).length;
    expect(text).toContain('The task\nDone when:\n  [ ] it floats');
    expect(shown).toBeGreaterThan(5);
    expect(text).toContain(`(${50 - shown} more: ask for them)`);
    expect(text.startsWith('Notes:\nnote 0 ')).toBe(true);
  });

  test('names whole parts that had no room, with how to get them', () => {
    const long = Array.from({ length: 40 }, () => 'x'.repeat(60));
    const text = composeAnswer(
      [
        { rank: 0, lines: long, more: (left) => `(${left} more)` },
        { rank: 1, title: 'Files touched:', lines: ['a.ts'] },
        { rank: 2, label: 'why it is blocked', lines: ['because'] },
      ],
      100,
      'task_get with a larger budget',
    );
    expect(text.split('\n').at(-1)).toBe('(left out: files touched, why it is blocked; task_get with a larger budget)');
  });
});

describe('a page', () => {
  const cursor = (shown: number) => `(more: cursor=${shown})`;

  test('shows whole entries and where it goes on, within its budget', () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 100, max: 800 }),
        (entries, budget) => {
          const { text, shown } = composePage(entries, budget, (count) =>
            count < entries.length ? cursor(count) : undefined,
          );
          expect(bytes(text)).toBeLessThanOrEqual(budget * 4);
          expect(shown).toBeGreaterThan(0);
          expect(text).toBe(
            [...entries.slice(0, shown), ...(shown < entries.length ? [cursor(shown)] : [])].join('\n'),
          );
        },
      ),
    );
  });

  test('shows the first entry cut where even that is too long, so that there is always a next page', () => {
    const { text, shown } = composePage(['漢'.repeat(1_000), 'b'], 100, cursor);
    expect(shown).toBe(1);
    expect(bytes(text)).toBeLessThanOrEqual(400);
    expect(text).toMatch(/^漢+…\n\(more: cursor=1\)$/);
  });

  test('of nothing is nothing', () => {
    expect(composePage([], 100, () => undefined)).toEqual({ text: '', shown: 0 });
  });
});

describe('a text that is cut', () => {
  test('fits, is whole up to its ellipsis, and is left alone where it fits already', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 0, max: 300 }), (text, max) => {
        const cut = cutBytes(text, max);
        if (bytes(text) <= max) expect(cut).toBe(text);
        if (cut === text) return;
        expect(bytes(cut)).toBeLessThanOrEqual(max);
        if (cut !== '') expect(text.startsWith(cut.slice(0, -1)) && cut.endsWith('…')).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });

  test.each([
    ['abcdef', 5, 'ab…'],
    ['漢字漢字', 9, '漢字…'],
    ['漢字漢字', 11, '漢字…'],
    ['😀😀', 7, '😀…'],
    ['abc', 2, ''],
    ['abcd', 3, '…'],
  ])('%s in %i bytes is %j', (text, max, cut) => expect(cutBytes(text, max)).toBe(cut));

  test('uses the room there is', () => {
    expect(bytes(cutBytes('x'.repeat(10_000), 1_000))).toBe(1_000);
  });

  test('to one line is one line, and never half a character', () => {
    expect(oneLine(' a\n\n b\tc ')).toBe('a b c');
    expect(oneLine('😀'.repeat(10), 4)).toBe('😀…');
    expect(oneLine('word '.repeat(10), 11)).toBe('word word…');
    expect(oneLine('exactly', 7)).toBe('exactly');
  });
});

test('a time of today is told without the day', () => {
  const now = new Date('2026-03-02T10:00:00Z');
  expect(clockOf('2026-03-02T09:05:59Z', now)).toBe('09:05');
  expect(clockOf('2026-03-01T23:59:00Z', now)).toBe('03-01 23:59');
});
