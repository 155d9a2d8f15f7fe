import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PlanDraft } from '#contract/plan-draft.ts';
import type { Reading } from '#contract/requirement.ts';
import { answerOutline, answerPlausibly } from '#test/model-answers.ts';
import { type ModelServer, startModelServer } from '#test/model-server.ts';
import { inputOf, planWith } from '#test/plan-with-model.ts';
import { buildReading, contentOf } from '#test/reading.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  server.fault = () => undefined;
  server.answer = answerPlausibly;
});

const both = ['anthropic', 'openai-compatible'] as const;
const many = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} number ${n + 1}`);
const shop = () =>
  buildReading({ Catalogue: many('product page', 4), Basket: many('basket rule', 5), Payment: many('payment way', 6) });
const coveredBy = (draft: PlanDraft) => new Set(draft.tasks.flatMap(({ requirement_ids }) => requirement_ids));
const idsOf = ({ requirements }: Reading) => new Set(requirements.map(({ id }) => id));
const kinds = () => server.asked.map(({ kind }) => kind);
const taskFor = (draft: PlanDraft, id: string) => draft.tasks.find((task) => task.requirement_ids.includes(id));
const listOf = (draft: PlanDraft, id: string) => draft.lists.find(({ key }) => key === taskFor(draft, id)?.list)?.name;

describe.each(both)('a plan drafted with %s', (name) => {
  test('is valid, answers every requirement, and has the texts of the second round', async () => {
    const reading = shop();
    const { input, corrected } = inputOf(reading);
    const { draft, usage } = await planWith(server, name).draft(input);
    expect(PlanDraft.parse(draft)).toEqual(draft);
    expect(coveredBy(draft)).toEqual(idsOf(reading));
    expect([draft.notices, draft.is_outline, corrected]).toEqual([[], false, []]);
    expect(draft.lists.map(({ name: title }) => title)).toEqual(['Catalogue', 'Basket', 'Payment']);
    expect(draft.lists[0]?.brief).toBe('Goal: as the PRD says.\nDefinition of done: all checks hold.');
    expect(taskFor(draft, 'r-2')).toMatchObject({
      title: 'Add product page number 2',
      description: 'Add product page number 2, as the PRD describes it.',
      checks: [{ text: 'Add product page number 2 can be seen to work', requirement_ids: ['r-2'], done: false }],
      prd_lines: { start: 4, end: 4 },
      depends_on: [taskFor(draft, 'r-1')?.key],
      done: false,
      parked: false,
      is_enabler: false,
    });
    expect(usage?.inputTokens).toBeGreaterThan(0);
  });

  test('is outlined in one request that holds the whole PRD, and described in one for each list', async () => {
    const reading = shop();
    await planWith(server, name).draft(inputOf(reading).input);
    expect(kinds()).toEqual(['outline', 'details', 'details', 'details']);
    const [outline, ...details] = server.asked;
    const written = contentOf(reading).split('\n');
    expect(outline?.lines.map(({ line, text }) => [line, text])).toEqual(
      written.flatMap((text, place) => (text === '' ? [] : [[place + 1, text]])),
    );
    expect(outline?.lines.find(({ line }) => line === 3)).toMatchObject({ role: 'work', ids: ['r-1'] });
    // Each request has the whole outline, and only its own section.
    const basket = details.find(({ lines }) => lines[0]?.text === '## Basket');
    expect(basket?.lines.map(({ text }) => text)).toEqual(['## Basket', ...many('- basket rule', 5)]);
    expect(basket?.tasks).toHaveLength(15);
    expect(basket?.wanted).toEqual([5, 6, 7, 8, 9]);
  });

  test('is asked for with the built-in plan as a hint, and every limit in sight of every list', async () => {
    const reading = shop();
    const limits = reading.blocks.map((block) =>
      block.start_line === 13 ? { ...block, role: 'limit' as const } : block,
    );
    const limited = { ...reading, blocks: limits, requirements: reading.requirements.filter(({ id }) => id !== 'r-9') };
    const builtIn: PlanDraft = {
      lists: [{ key: 'l', parent: null, name: 'Shop', brief: '' }],
      tasks: [hinted('Pages', ['r-1', 'r-2', 'r-10'], false), hinted('Wallets', ['r-15'], true)],
      is_outline: false,
      notices: [],
    };
    const { draft } = await planWith(server, name).draft(
      inputOf(limited, { builtIn, content: contentOf(reading) }).input,
    );
    expect(server.asked[0]?.hints).toEqual([
      { hint: 'Pages', list: 'Shop', lines: '3-4, 16' },
      { hint: 'Wallets', list: 'Shop', lines: '21', later: true },
    ]);
    for (const { kind, lines } of server.asked)
      if (kind === 'details') expect(lines.some(({ line, role }) => line === 13 && role === 'limit')).toBe(true);
    // Requirements the reader defers stay deferred, even if the model does not say so.
    expect(draft.tasks.filter(({ parked }) => parked).flatMap(({ requirement_ids }) => requirement_ids)).toEqual([
      'r-15',
    ]);
  });

  test('asks once more for what was left out, and takes it where the model puts it', async () => {
    server.answer = (asked) => {
      if (asked.kind !== 'outline') {
        if (asked.kind !== 'rest') return answerPlausibly(asked);
        return {
          lists: [],
          tasks: [],
          more: [
            { task: 1, lines: '4' },
            { task: 2, lines: '11' },
          ],
          corrections: [],
        };
      }
      return answerOutline({ ...asked, lines: asked.lines.filter(({ line }) => line !== 4 && line !== 11) });
    };
    const reading = shop();
    const { draft } = await planWith(server, name).draft(inputOf(reading).input);
    const rest = server.asked.filter(({ kind }) => kind === 'rest');
    expect(rest.map(({ lines }) => lines.map(({ text }) => text))).toEqual([
      ['## Catalogue', '- product page number 2', '## Basket', '- basket rule number 3'],
    ]);
    expect(coveredBy(draft)).toEqual(idsOf(reading));
    expect(taskFor(draft, 'r-2')?.requirement_ids).toEqual(['r-1', 'r-2']);
    expect(draft.notices).toEqual([]);
  });

  test('holds what is left out twice in plain tasks named after its heading, and says so', async () => {
    server.answer = (asked) =>
      asked.kind === 'details'
        ? answerPlausibly(asked)
        : answerOutline({ ...asked, lines: asked.lines.filter(({ line }) => line !== 11 && line !== 12) });
    const { draft } = await planWith(server, name).draft(inputOf(shop()).input);
    expect(kinds().filter((kind) => kind === 'rest')).toHaveLength(1);
    expect(taskFor(draft, 'r-7')).toMatchObject({
      title: 'Basket',
      requirement_ids: ['r-7', 'r-8'],
      checks: [
        { text: 'basket rule number 3', requirement_ids: ['r-7'], done: false },
        { text: 'basket rule number 4', requirement_ids: ['r-8'], done: false },
      ],
      prd_lines: { start: 11, end: 12 },
    });
    expect(listOf(draft, 'r-7')).toBe('Basket');
    expect(draft.notices).toEqual(['The model left out 2 lines: plain tasks under their own headings hold them.']);
  });

  test('counts tasks while the outline is still being written, and names lists afterwards', async () => {
    const { input, told } = inputOf(buildReading({ Catalogue: many('product page', 24) }));
    const { draft } = await planWith(server, name).draft(input);
    expect(told.at(-1)?.lists).toEqual([{ name: 'Catalogue', tasks: 24, done: true }]);
    expect(
      told.some(({ lists }) => lists.some(({ done }) => !done)),
      'named before it is described',
    ).toBe(true);
    const counts = told.map(({ tasks }) => tasks);
    expect(counts.some((count) => count > 0 && count < draft.tasks.length)).toBe(true);
    expect(counts.at(-1)).toBe(24);
    expect(told.at(-1)).toMatchObject({ message: 'Described 2 of 2 lists', percent: 95, listName: 'Catalogue' });
  });

  test('costs what the provider counted', async () => {
    const { input, spent } = inputOf(shop());
    const { usage } = await planWith(server, name).draft(input);
    const sum = (of: 'inputTokens' | 'outputTokens') => server.asked.reduce((total, asked) => total + asked[of], 0);
    const costUsd = Math.round(sum('inputTokens') * 2 + sum('outputTokens') * 10) / 1_000_000;
    expect(usage).toEqual({
      inputTokens: sum('inputTokens'),
      outputTokens: sum('outputTokens'),
      costUsd: name === 'anthropic' ? costUsd : null,
    });
    expect(spent.at(-1)).toEqual(usage);
  });
});

describe('a PRD that is too long for one request', () => {
  const long = () =>
    buildReading(
      Object.fromEntries(
        Array.from({ length: 12 }, (_, n) => [
          `Part ${n + 1}`,
          many(`${'a long story about '.repeat(20)}rule ${n}`, 20),
        ]),
      ),
    );

  test('is outlined in consecutive parts, each with the outline so far, and a notice says so', async () => {
    const reading = long();
    const { draft } = await planWith(server, 'openai-compatible').draft(inputOf(reading).input);
    const parts = server.asked.filter(({ kind }) => kind === 'outline');
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.flatMap(({ lines }) => lines.map(({ line }) => line))).toEqual(
      reading.blocks.map(({ start_line }) => start_line),
    );
    expect(parts[0]?.tasks).toEqual([]);
    expect(parts[1]?.tasks.length).toBeGreaterThan(0);
    expect(parts[1]?.lists.map(({ name }) => name)).toContain('Part 1');
    expect(draft.notices).toEqual([`The PRD is too long for one request: it was outlined in ${parts.length} parts.`]);
    expect(coveredBy(draft)).toEqual(idsOf(reading));
    // An estimate of the tokens, four characters each; prompt and system must fit into a small model's context window.
    for (const { prompt, system } of server.asked) expect((prompt.length + system.length) / 4).toBeLessThan(18_000);
  });

  test('fits into one request of a model with a larger window', async () => {
    await planWith(server, 'anthropic').draft(inputOf(long()).input);
    expect(kinds().filter((kind) => kind === 'outline')).toHaveLength(1);
  });
});

const hinted = (title: string, requirement_ids: string[], parked: boolean): PlanDraft['tasks'][number] => ({
  key: title,
  list: 'l',
  title,
  description: '',
  checks: [],
  done: false,
  parked,
  requirement_ids,
  is_enabler: false,
  prd_lines: null,
  depends_on: [],
});
