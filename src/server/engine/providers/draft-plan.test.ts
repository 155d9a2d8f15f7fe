import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlanDraft } from '#contract/plan-draft.ts';
import { buildExtraction } from '#test/extraction.ts';
import { draftPlan } from './draft-plan.ts';
import type { LinkAnswer, SectionAnswer } from './read-answer.ts';
import { startReporter } from './report-progress.ts';
import { splitSections } from './split-sections.ts';

type Answer = SectionAnswer | LinkAnswer;
const extraction = buildExtraction({
  Reading: Array.from({ length: 13 }, (_, n) => `reading ${n}`),
  Writing: Array.from({ length: 13 }, (_, n) => `writing ${n}`),
});
const ids = extraction.requirements.map(({ id }) => id);

/** The draft that comes of these answers, given in turn; empty ones when there are no more. */
function draftOf(answers: readonly SectionAnswer[], links: LinkAnswer, maxTasks = 1_000, of = extraction) {
  const queue = [...answers];
  return draftPlan({
    ask: async (question) => {
      const answer: Answer = question.name === 'plan_links' ? links : (queue.shift() ?? { lists: [], tasks: [] });
      return question.schema.parse(answer);
    },
    input: { extraction: of, maxTasks },
    chunks: splitSections(of),
    reporter: startReporter({ progress: async () => {} }, 1),
    notices: [],
  });
}

const noLinks: LinkAnswer = { dependencies: [], duplicates: [] };
const list = (key: string, changes: Partial<SectionAnswer['lists'][number]> = {}) => ({
  key,
  parent: null,
  name: key,
  brief: `Goal: ${key}`,
  ...changes,
});
const task = (key: string, requirements: string[], changes: Partial<SectionAnswer['tasks'][number]> = {}) => ({
  key,
  list: 'L',
  title: `Add ${key}`,
  description: '',
  checks: [],
  requirements,
  enabler: false,
  after: [],
  ...changes,
});
const small = buildExtraction({ Only: ['one', 'two', 'three', 'four'] });
const draftSmall = (answer: SectionAnswer, maxTasks = 100) => draftOf([answer], noLinks, maxTasks, small);
const titlesWaitedFor = (draft: PlanDraft, title: string) =>
  draft.tasks
    .find((candidate) => candidate.title === title)
    ?.depends_on.map((key) => draft.tasks.find((other) => other.key === key)?.title);

test('three sections are asked for at once, not more', async () => {
  const large = buildExtraction({ All: Array.from({ length: 150 }, (_, n) => `thing ${n}`) });
  let running = 0;
  let most = 0;
  await draftPlan({
    ask: async (question) => {
      running += 1;
      most = Math.max(most, running);
      await setImmediate();
      running -= 1;
      return question.schema.parse({ lists: [], tasks: [], ...noLinks });
    },
    input: { extraction: large, maxTasks: 1_000 },
    chunks: splitSections(large),
    reporter: startReporter({ progress: async () => {} }, 1),
    notices: [],
  });
  expect(most).toBe(3);
});

describe('dependencies', () => {
  const inOne = (tasks: SectionAnswer['tasks']) => draftSmall({ lists: [list('L')], tasks });

  test('that close a circle, point nowhere or at themselves are removed', async () => {
    const draft = await inOne([
      task('a', ['r-1'], { after: ['c', 'a', 'nobody'] }),
      task('b', ['r-2'], { after: ['a'] }),
      task('c', ['r-3', 'r-4'], { after: ['b'] }),
    ]);
    expect(titlesWaitedFor(draft, 'Add a')).toEqual(['Add c']);
    expect(titlesWaitedFor(draft, 'Add b')).toEqual(['Add a']);
    expect(titlesWaitedFor(draft, 'Add c')).toEqual([]);
  });

  test('that follow from others are removed', async () => {
    const draft = await inOne([
      task('a', ['r-1']),
      task('b', ['r-2'], { after: ['a'] }),
      task('c', ['r-3', 'r-4'], { after: ['a', 'b'] }),
    ]);
    expect(titlesWaitedFor(draft, 'Add c')).toEqual(['Add b']);
  });

  test('of a subtask on its own parent are removed: the parent waits for it', async () => {
    const draft = await draftSmall({
      lists: [list('L'), list('inner', { parent: 'p' })],
      tasks: [task('p', []), task('child', ['r-1', 'r-2', 'r-3', 'r-4'], { list: 'inner', after: ['p'] })],
    });
    expect(titlesWaitedFor(draft, 'Add child')).toEqual([]);
  });
});

describe('what a model makes up', () => {
  test('requirement ids that the PRD does not have are forgotten, with the task that answers nothing else', async () => {
    const draft = await draftSmall({
      lists: [list('L')],
      tasks: [task('real', ['r-1', 'r-2', 'r-3', 'r-4', 'r-99']), task('extra', ['r-98']), task('wish', [])],
    });
    expect(draft.tasks.map(({ title }) => title)).toEqual(['Add real']);
    expect(draft.tasks[0]?.requirement_ids).toEqual(['r-1', 'r-2', 'r-3', 'r-4']);
    expect(draft.notices).toEqual([expect.stringContaining('Add extra, Add wish')]);
  });

  test('an enabler stays, marked as one', async () => {
    const draft = await draftSmall({
      lists: [list('L')],
      tasks: [task('set-up', [], { enabler: true }), task('rest', ['r-1', 'r-2', 'r-3', 'r-4'], { enabler: true })],
    });
    expect(draft.tasks.map(({ is_enabler }) => is_enabler)).toEqual([true, false]);
  });

  test('lists that hang below themselves come to the top', async () => {
    const draft = await draftSmall({
      lists: [list('L', { parent: 'a' }), list('M', { parent: 'b' })],
      tasks: [task('a', ['r-1', 'r-2'], { list: 'M' }), task('b', ['r-3', 'r-4'])],
    });
    expect(draft.tasks).toHaveLength(2);
    expect(draft.lists.filter(({ parent }) => parent === null)).toHaveLength(1);
  });
});

describe('a plan that is larger than a project may be', () => {
  test('is folded upward, and every requirement stays answered', async () => {
    const draft = await draftSmall(
      {
        lists: [list('L'), list('inner', { parent: 'p' })],
        tasks: [
          task('p', []),
          task('x', ['r-1'], { list: 'inner' }),
          task('y', ['r-2', 'r-3'], { list: 'inner' }),
          task('z', ['r-4']),
        ],
      },
      2,
    );
    expect(draft.tasks.map(({ title, requirement_ids }) => [title, requirement_ids])).toEqual([
      ['Add p', ['r-1', 'r-2', 'r-3']],
      ['Add z', ['r-4']],
    ]);
    expect(draft.lists).toHaveLength(1);
    expect(draft.notices).toEqual(['4 tasks were merged into 2, the most a project may have.']);
  });

  test('fits even into one task', async () => {
    const draft = await draftSmall(
      { lists: [list('L'), list('M')], tasks: [task('a', ['r-1', 'r-2']), task('b', ['r-3', 'r-4'], { list: 'M' })] },
      1,
    );
    expect(draft.tasks).toMatchObject([{ title: 'Add a and 1 more', requirement_ids: ['r-1', 'r-2', 'r-3', 'r-4'] }]);
  });
});

describe('keys', () => {
  const answer = (words: string): SectionAnswer => ({
    lists: [list('L', { name: words }), list('inner', { parent: 'p' })],
    tasks: [
      task('p', [], { title: words }),
      task('x', ['r-1'], { list: 'inner', title: `${words} x` }),
      task('y', ['r-4', 'r-2'], { title: words }),
      task('z', ['r-3']),
    ],
  });

  test('are the same in the next draft, whatever the model calls things', async () => {
    const keysOf = ({ lists, tasks }: PlanDraft) => [...lists, ...tasks].map(({ key }) => key);
    expect(keysOf(await draftSmall(answer('Shout')))).toEqual(keysOf(await draftSmall(answer('Whisper'))));
  });
});

/** Answers with few keys, so that they meet: shared, missing, circular and repeated ones all occur. */
const anyKey = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', '');
const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('Same', 'Same', '\0', '\uD800'));
const anySection: fc.Arbitrary<SectionAnswer> = fc.record({
  lists: fc.array(fc.record({ key: anyKey, parent: fc.option(anyKey), name: anyText, brief: anyText }), {
    maxLength: 6,
  }),
  tasks: fc.array(
    fc.record({
      key: anyKey,
      list: anyKey,
      title: anyText,
      description: anyText,
      checks: fc.array(anyText, { maxLength: 3 }),
      requirements: fc.array(fc.constantFrom(...ids, 'nothing'), { maxLength: 4 }),
      enabler: fc.boolean(),
      after: fc.array(anyKey, { maxLength: 4 }),
    }),
    { maxLength: 12 },
  ),
});
const anyNumber = fc.integer({ min: -1, max: 20 });
const anyLinks: fc.Arbitrary<LinkAnswer> = fc.record({
  dependencies: fc.array(fc.record({ task: anyNumber, after: anyNumber }), { maxLength: 8 }),
  duplicates: fc.array(fc.record({ keep: anyNumber, drop: anyNumber }), { maxLength: 4 }),
});

test('whatever a model answers, the draft is valid, whole and free of circles', async () => {
  const answers = fc.array(anySection, { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(answers, anyLinks, fc.integer({ min: 1, max: 30 }), async (given, links, maxTasks) => {
      const draft = await draftOf(given, links, maxTasks);
      expect(PlanDraft.parse(draft)).toEqual(draft);
      expect(draft.tasks.length).toBeLessThanOrEqual(maxTasks);
      expect(new Set(draft.tasks.flatMap(({ requirement_ids }) => requirement_ids))).toEqual(new Set(ids));
      expectTree(draft);
    }),
    { numRuns: 150 },
  );
});

/** Every reference leads somewhere, every title and key is its own, nothing waits for itself, no task is idle. */
function expectTree({ lists, tasks }: PlanDraft): void {
  const keys = [...lists, ...tasks].map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(tasks.map(({ title }) => title.toLowerCase())).size).toBe(tasks.length);
  const parents = lists.flatMap(({ parent }) => parent ?? []);
  expect(new Set(parents).size).toBe(parents.length);
  for (const { key, brief } of lists) {
    expect(tasks.some((candidate) => candidate.list === key)).toBe(true);
    expect(brief).not.toBe('');
  }
  const waits = new Map(tasks.map(({ key, depends_on }) => [key, new Set(depends_on)]));
  for (const { key, list: at } of tasks) {
    const parent = lists.find((candidate) => candidate.key === at)?.parent;
    if (parent != null) waits.get(parent)?.add(key);
  }
  for (const { key, requirement_ids, is_enabler, depends_on } of tasks) {
    expect(depends_on.every((other) => waits.has(other))).toBe(true);
    expect(requirement_ids.length > 0 || is_enabler || parents.includes(key)).toBe(true);
  }
  while (waits.size > 0) {
    const free = [...waits].filter(([, on]) => [...on].every((key) => !waits.has(key))).map(([key]) => key);
    expect(free.length).toBeGreaterThan(0);
    for (const key of free) waits.delete(key);
  }
}
