import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyDocument } from '#test/plan-documents.ts';
import type { PlanDocument } from './plan-document.ts';
import { isPulled, readPlan } from './read-plan.ts';
import { writePlan } from './write-plan.ts';

/** Where a thing stands in the file is no part of what it says. */
const withoutLines = (document: PlanDocument): unknown =>
  JSON.parse(JSON.stringify(document, (key, value: unknown) => (key === 'line' ? undefined : value)));

const HEAD = '---\nbaton-plan: 1\nproject: p\nbase: 7\n---\n';

describe('a plan that is written and read again', () => {
  test('is the same, whatever its texts look like', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const text = writePlan(document);
        expect(isPulled(text)).toBe(true);
        expect(withoutLines(readPlan(text))).toEqual(withoutLines(document));
      }),
      { numRuns: 300 },
    );
  });

  test('is the same when an editor saves it with the line ends of Windows, or without spaces at the ends', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const text = writePlan(document);
        const saved = text
          .split('\n')
          .map((line) => line.trimEnd())
          .join('\r\n');
        expect(withoutLines(readPlan(saved))).toEqual(withoutLines(document));
      }),
      { numRuns: 100 },
    );
  });
});

describe('readPlan', () => {
  test('takes what a person writes by hand: points, plain text, code and notes', () => {
    const { lists } = readPlan(
      `${HEAD}# Hull\nOf oak.\n\n* [ ] Keel\n\tLong.\n\n\tStraight.\n\t- Seven metres\n\t- (X) Dry\n\t\`\`\`\n\t- [ ] code\n\t  more\n\t\`\`\`\n\tAfter: T3\n\tnote finding: The oak is wet.\n\t- [x] T4 Cut\n`,
    );
    expect(lists).toMatchObject([
      {
        name: 'Hull',
        key: undefined,
        brief: 'Of oak.',
        tasks: [
          {
            title: 'Keel',
            number: undefined,
            description: 'Long.\n\nStraight.\n```\n- [ ] code\n  more\n```',
            checks: [
              { text: 'Seven metres', met: false },
              { text: 'Dry', met: true },
            ],
            after: ['T3'],
            notes: [{ type: 'finding', body: 'The oak is wet.', key: undefined }],
            children: [{ number: 4, title: 'Cut', state: 'done' }],
          },
        ],
      },
    ]);
  });

  test('code ends with marks of its own kind, as many as began it, and three in a line are no fence', () => {
    const { lists } = readPlan(
      `${HEAD}# Hull\n- [ ] Keel\n  ~~~~\n  \`\`\`\n  - [ ] code\n  ~~~\n  ~~~~\n  - [ ] Rib\n    \`\`\`a\`\`\` is code\n`,
    );
    expect(lists[0]?.tasks).toMatchObject([
      {
        title: 'Keel',
        description: '~~~~\n```\n- [ ] code\n~~~\n~~~~',
        children: [{ title: 'Rib', description: '```a``` is code' }],
      },
    ]);
  });

  test.each([
    ['- [ ] Keel\n', 'Line 6: the task stands in no list'],
    ['# Hull\n- [ ]\n', 'Line 7: the task has no title'],
    ['# Hull\n- [ ] T3\n', 'Line 7: the task has no title'],
    ['# Hull\n- [ ] Keel\nLost words.\n', 'Line 8: this text belongs to nothing'],
    ['# Hull\n- [ ] Keel\n  ```\n  - [ ] Rib\n', 'Line 8: this code block is never closed'],
    ['# Hull\n- [ ] Keel\n  note:\n', 'Line 8: the note says nothing'],
    ['# Hull\n- [ ] Keel\n  blocked:\n', 'Line 8: blocked: says nothing'],
  ])('%j is refused with its line', (text, sentence) => {
    expect(() => readPlan(`${HEAD}${text}`)).toThrow(sentence);
  });

  test('a head that was damaged is refused', () => {
    expect(() => readPlan('---\nbaton-plan: 1\nproject: p\n---\n')).toThrow('Pull it again');
    expect(() => readPlan('---\nbaton-plan: 2\nbase: 3\n---\n')).toThrow('another version');
  });
});
