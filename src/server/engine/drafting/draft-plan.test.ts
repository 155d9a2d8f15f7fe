import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlanDraft } from '#contract/plan-draft.ts';
import type { PrdBlock, Reading } from '#contract/requirement.ts';
import { inputOf } from '#test/plan-with-model.ts';
import { buildReading, contentOf, emptyDraft } from '#test/reading.ts';
import type { DraftInput } from '../planner.ts';
import type { DetailAnswer, OutlineAnswer } from './answers.ts';
import { draftPlan } from './draft-plan.ts';
import { startReporter } from './report-progress.ts';

type Task = OutlineAnswer['tasks'][number];
/** Lines 3 to 6. */
const small = buildReading({ Only: ['one', 'two', 'three', 'four'] });
const noDetails: DetailAnswer = { brief: '', tasks: [] };

/** The draft from these answers, given in sequence; then empty ones. */
async function draftOf(
  outlines: readonly Partial<OutlineAnswer>[],
  { reading = small, details = noDetails, maxTasks = 100, ...more }: Partial<Setting> = {},
) {
  const queue = [...outlines];
  const { input, corrected } = inputOf(reading, { maxTasks, ...more });
  const draft = await draftPlan({
    ask: async ({ name, schema }) => {
      const outline = { lists: [], tasks: [], more: [], corrections: [], ...queue[0] };
      if (name === 'plan_outline') queue.shift();
      return schema.parse(name === 'plan_outline' ? outline : details);
    },
    input,
    room: 50_000,
    reporter: startReporter({ progress: async () => {} }),
    notices: [],
  });
  return { draft, corrected, corrections: corrected.at(-1) ?? [] };
}
interface Setting extends Pick<DraftInput, 'reading' | 'maxTasks' | 'content' | 'builtIn' | 'readAgain'> {
  details: DetailAnswer;
}

const lists = [{ list: 1, name: 'L', goal: 'Goal: L' }];
const task = (number: number, lines: string, changes: Partial<Task> = {}): Task => ({
  task: number,
  list: 1,
  title: `Add ${number}`,
  lines,
  after: [],
  done: false,
  later: false,
  ...changes,
});
const waitedFor = ({ tasks }: PlanDraft) =>
  tasks.map(({ depends_on }) => depends_on.map((key) => tasks.find((other) => other.key === key)?.title));
const answers = ({ tasks }: PlanDraft) => tasks.map(({ title, requirement_ids }) => [title, requirement_ids]);

describe('dependencies', () => {
  test('that close a circle, point nowhere or at themselves are removed', async () => {
    const tasks = [
      task(1, '3', { after: [3, 1, 99, -4] }),
      task(2, '4', { after: [1] }),
      task(3, '5-6', { after: [2] }),
    ];
    const { draft } = await draftOf([{ lists, tasks }]);
    expect(waitedFor(draft)).toEqual([['Add 3'], [], ['Add 2']]);
  });

  test('on what another of them waits for anyway are removed', async () => {
    const tasks = [task(1, '3'), task(2, '4', { after: [1] }), task(3, '5-6', { after: [1, 2] })];
    expect(waitedFor((await draftOf([{ lists, tasks }])).draft)).toEqual([[], ['Add 1'], ['Add 2']]);
  });
});

describe('what a model makes up', () => {
  test('lines that the PRD does not have are forgotten, with the task that answers nothing else', async () => {
    const { draft } = await draftOf([{ lists, tasks: [task(1, '3-6, 70, 900-999'), task(2, '77'), task(3, '')] }]);
    expect(answers(draft)).toEqual([['Add 1', ['r-1', 'r-2', 'r-3', 'r-4']]]);
    expect(draft.notices).toEqual(['Left out, because the PRD does not ask for it: Add 2, Add 3.']);
  });

  test('a task without lines stays where one that answers something waits for it', async () => {
    const tasks = [task(1, ''), task(2, '', { after: [1] }), task(3, '3-6', { after: [2] })];
    const { draft } = await draftOf([{ lists, tasks }]);
    expect(draft.tasks.map(({ is_enabler }) => is_enabler)).toEqual([true, true, false]);
    expect(draft.notices).toEqual([]);
  });

  test('numbers twice, lists that are not there and texts that cannot be shown do no harm', async () => {
    const tasks = [task(1, '3', { list: 9 }), task(1, '4', { title: 'Add 1' }), task(2, '5-6', { title: ' \n ' })];
    const { draft } = await draftOf([{ lists: [], tasks }]);
    expect(draft.lists.map(({ name }) => name)).toEqual(['Test product']);
    expect(answers(draft)).toEqual([
      ['Add 1', ['r-1']],
      ['Add 1 (Test product)', ['r-2']],
      ['Only', ['r-3', 'r-4']],
    ]);
  });

  test('texts without end are cut', async () => {
    const endless = 'word '.repeat(100_000);
    const { draft } = await draftOf(
      [{ lists: [{ list: 1, name: endless, goal: endless }], tasks: [task(1, '3-6', { title: endless })] }],
      {
        details: {
          brief: endless,
          tasks: [{ task: 1, description: endless, checks: [{ text: endless, lines: endless }] }],
        },
      },
    );
    expect(PlanDraft.parse(draft)).toEqual(draft);
  });
});

describe('checks', () => {
  const described = (checks: DetailAnswer['tasks'][number]['checks'], reading = small) =>
    draftOf([{ lists, tasks: [task(1, '3-6')] }], {
      reading,
      details: { brief: '', tasks: [{ task: 1, description: 'What and why', checks }] },
    });

  test('show the requirements of their lines, and what none shows is one in the author’s words', async () => {
    const { draft } = await described([
      { text: 'Both work', lines: '3-4' },
      { text: 'three is there', lines: '5, 40' },
      { text: 'Three is there', lines: '6' },
      { text: 'Add 1', lines: '' },
    ]);
    expect(draft.tasks[0]).toMatchObject({ description: 'What and why' });
    expect(draft.tasks[0]?.checks).toEqual([
      { text: 'Both work', requirement_ids: ['r-1', 'r-2'], done: false },
      { text: 'three is there', requirement_ids: ['r-3', 'r-4'], done: false },
    ]);
    expect((await described([{ text: 'It is there', lines: '3' }])).draft.tasks[0]?.checks).toEqual([
      { text: 'It is there', requirement_ids: ['r-1'], done: false },
      { text: 'two', requirement_ids: ['r-2'], done: false },
      { text: 'three', requirement_ids: ['r-3'], done: false },
      { text: 'four', requirement_ids: ['r-4'], done: false },
    ]);
  });

  test('are done where the document says so; a task is when all of it is', async () => {
    const finished = (ids: readonly string[]): Reading => ({
      ...small,
      requirements: small.requirements.map((each) => ({ ...each, done: ids.includes(each.id) })),
    });
    const some = (await described([], finished(['r-1']))).draft.tasks[0];
    expect([some?.done, some?.checks.map(({ done }) => done)]).toEqual([false, [true, false, false, false]]);
    const all = (await described([], finished(['r-1', 'r-2', 'r-3', 'r-4']))).draft.tasks[0];
    expect([all?.done, all?.parked]).toEqual([true, false]);
  });
});

describe('corrections', () => {
  const block = (line: number, change: Partial<PrdBlock>): Reading => ({
    ...small,
    requirements: small.requirements.filter(({ start_line }) => start_line !== line),
    blocks: small.blocks.map((each) => (each.start_line === line ? { ...each, requirement_ids: [], ...change } : each)),
  });
  const content = contentOf(small);

  test('make requirements of lines the reader missed, and none of lines it took for work', async () => {
    const { draft, corrections } = await draftOf(
      [
        {
          lists,
          tasks: [task(1, '3-6')],
          corrections: [
            { lines: '4', role: 'work' },
            { lines: '6', role: 'context' },
          ],
        },
      ],
      { reading: block(4, { role: 'context' }), content },
    );
    expect(answers(draft)).toEqual([['Add 1', ['r-1', 'line-4', 'r-3']]]);
    expect(draft.tasks[0]?.checks.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect(corrections).toEqual([
      { start_line: 4, end_line: 4, role: 'work' },
      { start_line: 6, end_line: 6, role: 'context' },
    ]);
    expect(draft.notices).toEqual([
      'The model set roles that the reader saw otherwise: 1 line to work, 1 line to context.',
    ]);
  });

  test('of the second round replace those of the first, all together', async () => {
    const first = { lists, tasks: [task(1, '3-4')], corrections: [{ lines: '6', role: 'context' as const }] };
    const { corrected, draft } = await draftOf([first, { corrections: [{ lines: '5', role: 'limit' }] }]);
    expect(corrected.map((each) => each.map(({ start_line, role }) => [start_line, role]))).toEqual([
      [[6, 'context']],
      [
        [5, 'limit'],
        [6, 'context'],
      ],
    ]);
    expect(answers(draft)).toEqual([['Add 1', ['r-1', 'r-2']]]);
  });

  test('are none where the model agrees: then nothing is read again', async () => {
    const corrections = [{ lines: '3-6', role: 'work' as const }];
    const agreed = await draftOf([{ lists, tasks: [task(1, '3-6')], corrections }]);
    expect([agreed.corrected, agreed.corrections]).toEqual([[], []]);
  });

  test('say that finished work is done and that what a task answers is work', async () => {
    const { draft } = await draftOf(
      [{ lists, tasks: [task(1, '3', { done: true }), task(2, '4-6', { later: true })] }],
      {
        reading: block(4, { role: 'unsure' }),
        content,
      },
    );
    expect(draft.tasks.map(({ done, parked, requirement_ids }) => [done, parked, requirement_ids])).toEqual([
      [true, false, ['r-1']],
      [false, true, ['line-4', 'r-3', 'r-4']],
    ]);
  });
});

describe('a plan that is larger than a project may be', () => {
  test('has neighbours joined, and every requirement stays answered', async () => {
    const tasks = [
      task(1, '3'),
      task(2, '4', { after: [1] }),
      task(3, '5', { after: [2] }),
      task(4, '6', { later: true }),
    ];
    const { draft } = await draftOf([{ lists, tasks }], { maxTasks: 2 });
    expect(answers(draft)).toEqual([
      ['Add 1 and 1 more', ['r-1', 'r-2']],
      ['Add 3 and 1 more', ['r-3', 'r-4']],
    ]);
    expect(draft.tasks.map(({ parked }) => parked)).toEqual([false, false]);
    expect(waitedFor(draft)).toEqual([[], ['Add 1 and 1 more']]);
    expect(draft.notices).toEqual(['4 tasks were merged into 2, the most a project may have.']);
  });
});

test('keys are the same in the next draft, whatever stands where and whatever tasks are called', async () => {
  const keysOf = ({ draft }: { draft: PlanDraft }) => [...draft.lists, ...draft.tasks].map(({ key }) => key).toSorted();
  const one = await draftOf([{ lists, tasks: [task(1, '3'), task(2, '4-6')] }]);
  const two = await draftOf([
    { lists, tasks: [task(8, '4, 5, 6', { title: 'Write' }), task(7, '3', { title: 'Read' })] },
  ]);
  expect(keysOf(two)).toEqual(keysOf(one));
});

/** Arbitrary answers with few numbers, so that shared, missing, circular and repeated ones all occur. */
const reading = buildReading({
  Reading: Array.from({ length: 13 }, (_, n) => `reading ${n}`),
  Writing: Array.from({ length: 13 }, (_, n) => `writing ${n}`),
});
const anyNumber = fc.integer({ min: -1, max: 9 });
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('Same', 'Same', '', '\0', '\uD800'),
);
const anyLines = fc.oneof(
  fc.tuple(fc.integer({ min: -3, max: 40 }), fc.integer({ min: 0, max: 40 })).map(([from, to]) => `${from}-${to}`),
  fc.constantFrom('', 'all', '3', '5-9, 12', '1-99'),
);
const anyRole = fc.constantFrom('work' as const, 'context' as const, 'limit' as const, 'done' as const);
const anyOutline: fc.Arbitrary<OutlineAnswer> = fc.record({
  lists: fc.array(fc.record({ list: anyNumber, name: anyText, goal: anyText }), { maxLength: 5 }),
  tasks: fc.array(
    fc.record({
      task: anyNumber,
      list: anyNumber,
      title: anyText,
      lines: anyLines,
      after: fc.array(anyNumber, { maxLength: 4 }),
      done: fc.boolean(),
      later: fc.boolean(),
    }),
    { maxLength: 12 },
  ),
  more: fc.array(fc.record({ task: anyNumber, lines: anyLines }), { maxLength: 3 }),
  corrections: fc.array(fc.record({ lines: anyLines, role: anyRole }), { maxLength: 3 }),
});
const anyDetails: fc.Arbitrary<DetailAnswer> = fc.record({
  brief: anyText,
  tasks: fc.array(
    fc.record({
      task: anyNumber,
      description: anyText,
      checks: fc.array(fc.record({ text: anyText, lines: anyLines }), { maxLength: 3 }),
    }),
    { maxLength: 6 },
  ),
});

test('whatever a model answers, the draft is valid, whole and free of circles', async () => {
  const outlines = fc.array(anyOutline, { maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(outlines, anyDetails, fc.integer({ min: 1, max: 30 }), async (given, details, maxTasks) => {
      let last = reading;
      const { input } = inputOf(reading);
      const { draft } = await draftOf(given, {
        reading,
        details,
        maxTasks,
        builtIn: emptyDraft(),
        readAgain: async (corrections) => {
          const read = await input.readAgain(corrections);
          last = read.reading;
          return read;
        },
      });
      expect(PlanDraft.parse(draft)).toEqual(draft);
      expect(draft.tasks.length).toBeLessThanOrEqual(maxTasks);
      expect(new Set(draft.tasks.flatMap(({ requirement_ids }) => requirement_ids))).toEqual(
        new Set(last.requirements.map(({ id }) => id)),
      );
      expectTree(draft);
    }),
    { numRuns: 200 },
  );
});

/** Invariants: references resolve, titles and keys are unique, there is no cycle, and no list is empty. */
function expectTree({ lists: found, tasks }: PlanDraft): void {
  const keys = [...found, ...tasks].map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(tasks.map(({ title }) => title.toLowerCase())).size).toBe(tasks.length);
  for (const { key, brief } of found) {
    expect(tasks.some((candidate) => candidate.list === key)).toBe(true);
    expect(brief).not.toBe('');
  }
  const waits = new Map(tasks.map(({ key, depends_on }) => [key, depends_on]));
  for (const { requirement_ids, checks, depends_on, is_enabler } of tasks) {
    expect(depends_on.every((other) => waits.has(other))).toBe(true);
    expect(requirement_ids.length > 0).toBe(!is_enabler);
    for (const check of checks) expect(requirement_ids).toEqual(expect.arrayContaining(check.requirement_ids));
  }
  while (waits.size > 0) {
    const free = [...waits].filter(([, on]) => on.every((key) => !waits.has(key))).map(([key]) => key);
    expect(free.length).toBeGreaterThan(0);
    for (const key of free) waits.delete(key);
  }
}
