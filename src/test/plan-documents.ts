import fc from 'fast-check';
import { isStorableText } from '#contract/fields.ts';
import type { DocumentTask, NoteKind, PlanDocument } from '../cli/plan-file/plan-document.ts';

/** Lines that look like other syntax than the text they are. */
const TRAPS = [
  '- [ ] not a task',
  '- [x] T1 not a task',
  '  - a point',
  '* (x) a point',
  '# not a list',
  '## Two <!-- list 00000000 -->',
  'after: T1',
  'AFTER: lunch',
  'answers: r-1',
  'blocked: by rain',
  'steps: one',
  'steps:',
  'note finding: wet',
  'note',
  '> quoted',
  '>',
  '```',
  '~~~js',
  '---',
  '<!-- a comment -->',
  '| a | b |',
  'ends with spaces  ',
  '\ttab',
  '   indented',
  'T12 is a number',
  'carriage\rreturn',
  'windows\r',
  '&#13; &#38;#10; &amp;',
  '🚢 ⛵ e\u0301',
  'line\u2028separator',
  '\u00A0hard space\u00A0',
  '',
  ' ',
];

const words = fc.string({ unit: 'grapheme', maxLength: 20 }).filter(isStorableText);
const plain = fc.constantFrom('Oak.', 'Seven metres, dry.', 'It must float.', 'Lay the keel');
const line = fc.oneof(plain, fc.constantFrom(...TRAPS), words);

export const anyText = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: plain },
  { weight: 3, arbitrary: fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join('\n')) },
);
/** As the contract stores it: non-empty and trimmed. */
export const anyTitle = fc
  .oneof(
    plain,
    line,
    fc.tuple(line, line).map((two) => two.join('\n')),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '');
export const anyCheck = fc.record({ text: anyTitle, met: fc.boolean() });
export const anyNote = fc.record({
  type: fc.constantFrom<Exclude<NoteKind, 'other'>>('progress', 'finding', 'context', 'files'),
  body: anyText.filter((text) => text.trim() !== ''),
});
export const anyName = anyTitle
  .map((text) => text.slice(0, 60).trim())
  .filter((text) => text !== '' && text.isWellFormed());

interface Depth {
  depth: number;
}

const taskAt = ({ depth }: Depth): fc.Arbitrary<DocumentTask> =>
  fc
    .record({
      title: anyTitle,
      state: fc.constantFrom<DocumentTask['state']>('open', 'wip', 'done'),
      description: anyText,
      checks: fc.array(anyCheck, { maxLength: 3 }),
      after: fc.constantFrom<string[]>([], ['T3'], ['T3, T9']),
      requirements: fc.constantFrom<string[]>([], ['r-1'], ['r-1', 'a, b; c']),
      blocked: fc.oneof(fc.constant(''), anyTitle),
      notes: fc.array(anyNote, { maxLength: 2 }),
      name: fc.option(anyName, { nil: undefined }),
      brief: anyText,
      children:
        depth === 0 ? fc.constant<DocumentTask[]>([]) : fc.array(taskAt({ depth: depth - 1 }), { maxLength: 3 }),
      number: fc.option(fc.integer({ min: 1, max: 999 }), { nil: undefined }),
    })
    .map(({ name, brief, notes, ...task }) => ({
      ...task,
      line: 0,
      steps: { name, brief },
      notes: notes.map((note, at) => ({
        ...note,
        line: 0,
        key: at % 2 === 0 ? undefined : '0a1b2c3d',
        by: at % 2 === 0 ? '' : 'claude-1, 2026-11-17',
      })),
    }));

/** An arbitrary file for round trips; it need not be a possible plan. */
export const anyDocument: fc.Arbitrary<PlanDocument> = fc.record({
  project: fc.constant('0199a1b2-0000-7000-8000-00000000cafe'),
  base: fc.nat(),
  hasNotes: fc.boolean(),
  lists: fc.array(
    fc.record({
      line: fc.constant(0),
      key: fc.constantFrom(undefined, '9c1f03ab'),
      name: anyName,
      brief: anyText,
      tasks: fc.array(taskAt({ depth: 2 }), { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
});
