import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseDocument } from 'yaml';
import { mergeYaml, readYamlBlock, removeYamlBlock } from './edit-yaml.ts';
import { UnreadableText } from './unreadable-text.ts';

const entry = { extensions: { baton: { enabled: true, uri: 'here', headers: { Key: 'k' } } } };
const path = ['extensions', 'baton'];

const LINES =
  'extensions:¦extensions: {}¦extensions: {} # none¦extensions: ~¦"extensions":¦  memory:¦  memory: {a: 1}¦  memory: x # c¦' +
  '  note: |¦      text¦    enabled: true¦    args:¦    - a¦    - b: c¦      d: e¦  baton:¦    uri: old¦    headers: {A: [1, 2]}¦' +
  "      A: b¦# top¦  # in¦    # deep¦¦  ¦MODE: auto¦other:¦- x¦- y: 1¦  z: 2¦- - a¦k: \"a b\"¦l: 'it''s'¦m: \"open¦n: [a,¦" +
  '  b]¦]¦o: &x¦  q: 1¦p: |+¦r: >-¦  folded¦? ex¦: v¦  ? memory¦  : { e: 1 }¦---¦...¦%YAML 1.2¦\ttab: 1¦  \ttab: 1¦b: c: d¦' +
  "word¦: x¦s: !!str a¦{ a: 1 }¦   odd: 1¦@bad¦t: @bad¦u: it's¦MODE: again";

/** The whole library is the judge: it makes values of the text, which the command line has no room for. */
function valuesOf(text: string): Record<string, unknown> | undefined {
  const document = parseDocument(text, { schema: 'core', prettyErrors: false });
  return document.errors.length > 0 ? undefined : ((document.toJS() ?? {}) as Record<string, unknown>);
}

const leaveOut = (name: string, table: unknown) =>
  Object.fromEntries(Object.entries(table ?? {}).filter(([each]) => each !== name));

function attempt(edit: () => string): string | undefined {
  try {
    return edit();
  } catch (error) {
    if (error instanceof UnreadableText) return undefined;
    throw error;
  }
}

describe('any mixture of lines', () => {
  const texts = fc
    .array(fc.constantFrom(...LINES.split('¦')), { maxLength: 7 })
    .map((lines) => `${lines.join('\n')}\n`);

  it('is edited so that the block is there and all else is as it was, or is left alone', () => {
    let edited = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const before = valuesOf(text);
        const after = attempt(() => mergeYaml(text, entry));
        fc.pre(before !== undefined && after !== undefined);
        edited += 1;
        const { extensions, ...rest } = valuesOf(after) ?? {};
        const { extensions: held, ...others } = before;
        expect(rest).toEqual(others);
        expect(extensions).toEqual({ ...(held as object | null), ...entry.extensions });
        expect(mergeYaml(after, entry)).toBe(after);
        expect(readYamlBlock(after, path)).toContain('here');
        const without = valuesOf(removeYamlBlock(after, path))?.['extensions'];
        expect(without).toEqual(leaveOut('baton', held));
      }),
      { numRuns: 1_500 },
    );
    expect(edited).toBeGreaterThan(100);
  });
});

test.each(['extensions: ~\n', 'extensions: null # none\n', 'extensions:\n'])(
  'no value is an empty table: %j',
  (text) => {
    expect(valuesOf(mergeYaml(text, entry))).toEqual(entry);
  },
);

test('what is written without a name, as a key alone, does not become part of the block', () => {
  expect(valuesOf(mergeYaml('extensions:\n  ? memory\n', entry))).toEqual({
    extensions: { memory: null, ...entry.extensions },
  });
});

test.each([
  ['  a: 1\n', 'it is written in a form that is not edited here'],
  ['a: 1\n...\n', 'it is written in a form that is not edited here'],
  ['%YAML 1.2\n---\na: 1\n', 'it is written in a form that is not edited here'],
  ['a: "open\nb: 1\n', 'line 3'],
  ["a: 'open\n", 'line 2'],
  ['a: [1}\n', 'line 2'],
  ['a: @b\n', 'line 1'],
  ['a: "b"\n  c: 1\n', 'line 2'],
  ['a: 1\nword\n', 'line 2'],
  ['a: 1\n: b\n', 'line 2'],
  ['extensions:\n  a: 1\n  a: 2\n', 'line 3'],
  ['extensions:\n  a:\n  \tb: 1\n', 'line 3'],
])('a text to which nothing can be added safely is left alone: %j', (text, reason) => {
  expect(() => mergeYaml(text, entry)).toThrow(new UnreadableText(reason));
});
