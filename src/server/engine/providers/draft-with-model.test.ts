import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PlanDraft } from '#contract/plan-draft.ts';
import { buildExtraction } from '#test/extraction.ts';
import { answerPlausibly } from '#test/model-answers.ts';
import { type ModelServer, startModelServer } from '#test/model-server.ts';
import { inputOf, planWith } from '#test/plan-with-model.ts';

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
  buildExtraction({
    Catalogue: many('product page', 9),
    Basket: many('basket rule', 10),
    Payment: many('payment way', 30),
  });

const coveredBy = (draft: PlanDraft) => new Set(draft.tasks.flatMap(({ requirement_ids }) => requirement_ids));

describe.each(both)('a plan drafted with %s', (name) => {
  test('is valid and answers every requirement', async () => {
    const extraction = shop();
    const { draft, usage } = await planWith(server, name).draft(inputOf(extraction).input);
    expect(PlanDraft.parse(draft)).toEqual(draft);
    expect(coveredBy(draft)).toEqual(new Set(extraction.requirements.map(({ id }) => id)));
    expect(draft.notices).toEqual([]);
    expect(new Set(draft.tasks.map(({ key }) => key)).size).toBe(draft.tasks.length);
    expect(usage?.inputTokens).toBeGreaterThan(0);
  });
});

describe.each(both)('with %s', (name) => {
  test('each request is one section of bounded size, and the look over all of them comes last', async () => {
    await planWith(server, name).draft(inputOf(shop()).input);
    const sections = server.asked.filter(({ kind }) => kind === 'section');
    expect(sections.map(({ requirements }) => requirements.length)).toEqual([9, 10, 24, 6]);
    expect(server.asked.at(-1)?.kind).toBe('links');
  });

  test('the look over all titles adds dependencies between sections and joins duplicates', async () => {
    const twins = buildExtraction({
      Reading: many('reading', 12),
      Writing: [...many('writing', 12), 'reading number 1'],
    });
    const { draft } = await planWith(server, name).draft(inputOf(twins).input);
    const joined = draft.tasks.filter(({ requirement_ids }) => requirement_ids.length > 1);
    expect(joined.map(({ requirement_ids }) => requirement_ids)).toEqual([['r-1', 'r-25']]);
    const last = draft.tasks.find(({ requirement_ids }) => requirement_ids.includes('r-24'));
    const first = draft.tasks.find(({ title }) => title === 'Build Reading');
    expect(last?.depends_on).toContain(first?.key);
  });

  test('what was left out is asked for again, and the second round may still bring it', async () => {
    server.answer = (asked) => {
      const isLate = asked.kind === 'rest' && server.asked.some(({ kind }) => kind === 'rest');
      const requirements = asked.requirements.filter(({ id }) => isLate || (id !== 'r-2' && id !== 'r-11'));
      return answerPlausibly({ ...asked, requirements });
    };
    const { draft } = await planWith(server, name).draft(inputOf(shop()).input);
    const rounds = server.asked.filter(({ kind }) => kind === 'rest');
    expect(rounds.map(({ requirements }) => requirements.map(({ id }) => id))).toEqual([
      ['r-2', 'r-11'],
      ['r-2', 'r-11'],
    ]);
    expect(coveredBy(draft).size).toBe(49);
    expect(draft.notices).toEqual([]);
    const listOf = (id: string) => draft.tasks.find((task) => task.requirement_ids.includes(id))?.list;
    expect(draft.lists.find(({ key }) => key === listOf('r-2'))?.name).toBe('Catalogue');
  });

  test('what two rounds leave out becomes a plain task, and the notices say so', async () => {
    server.answer = (asked) =>
      answerPlausibly({ ...asked, requirements: asked.requirements.filter(({ id }) => id !== 'r-12') });
    const { draft } = await planWith(server, name).draft(inputOf(shop()).input);
    expect(server.asked.filter(({ kind }) => kind === 'rest')).toHaveLength(2);
    const plain = draft.tasks.find(({ requirement_ids }) => requirement_ids.includes('r-12'));
    expect(plain).toMatchObject({ title: 'Implement: basket rule number 3', prd_lines: { start: 16, end: 16 } });
    expect(draft.lists.find(({ key }) => key === plain?.list)?.name).toBe('Basket');
    expect(draft.notices).toEqual([expect.stringContaining('r-12')]);
  });

  test('progress names lists and counts tasks while answers are still being written', async () => {
    const { input, told } = inputOf(buildExtraction({ Catalogue: many('product page', 24) }));
    const { draft } = await planWith(server, name).draft(input);
    const counts = told.map(({ tasks }) => tasks);
    expect(counts.some((count) => count > 0 && count < draft.tasks.length)).toBe(true);
    expect(counts.at(-1)).toBe(draft.tasks.length);
    expect(told.some(({ percent, listName }) => percent === 0 && listName === 'Parts of Catalogue')).toBe(true);
  });

  test('tokens are those the provider counted, and the cost is theirs', async () => {
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
