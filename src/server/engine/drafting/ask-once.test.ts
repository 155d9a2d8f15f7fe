import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TokenUsage } from '../planner.ts';
import { answerOutline, answerPlausibly, type Asked } from '#test/model-answers.ts';
import { type ModelServer, startModelServer } from '#test/model-server.ts';
import { inputOf, planWith } from '#test/plan-with-model.ts';
import { buildReading } from '#test/reading.ts';

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

const eight = (word: string) => Array.from({ length: 8 }, (_, n) => `${word} ${n + 1}`);
const shop = () =>
  buildReading({ Catalogue: eight('page'), Basket: eight('rule'), Payment: eight('way'), Help: eight('text') });
/** What was asked for, by the section shown. */
const topics = () => server.asked.map(({ kind, lines }) => (kind === 'details' ? (lines[0]?.text ?? '') : kind));
const isAbout = (heading: string) => (asked: Asked) => asked.kind === 'details' && asked.lines[0]?.text === heading;
const sum = (of: 'inputTokens' | 'outputTokens') => server.asked.reduce((total, asked) => total + asked[of], 0);

describe('a run that failed', () => {
  test('is resumed: only what is missing is asked and paid for', async () => {
    const { input } = inputOf(shop());
    server.fault = (asked) => (isAbout('## Basket')(asked) ? { status: 500 } : undefined);
    await expect(planWith(server, 'anthropic').draft(input)).rejects.toThrow('Anthropic');
    expect(topics().filter((topic) => topic === '## Basket')).toHaveLength(3);
    expect(topics()).toEqual(expect.arrayContaining(['outline', '## Catalogue']));
    const finished = new Set(topics().filter((topic) => topic !== '## Basket'));

    server.asked.length = 0;
    server.fault = () => undefined;
    const { draft, usage } = await planWith(server, 'anthropic').draft(input);
    expect(topics().filter((topic) => finished.has(topic))).toEqual([]);
    expect(topics()).toContain('## Basket');
    expect(draft.tasks.filter(({ description }) => description !== '')).toHaveLength(32);
    expect(usage).toMatchObject({ inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') });
  });

  test('is resumed after an outline with corrections too', async () => {
    const { input, corrected } = inputOf(shop());
    server.answer = (asked) =>
      asked.kind === 'details'
        ? answerPlausibly(asked)
        : { ...answerOutline(asked), corrections: [{ lines: '3', role: 'context' }] };
    server.fault = ({ kind }) => (kind === 'details' ? { status: 529 } : undefined);
    await expect(planWith(server, 'anthropic').draft(input)).rejects.toThrow('overloaded');
    server.asked.length = 0;
    server.fault = () => undefined;
    await planWith(server, 'anthropic').draft(input);
    expect(topics()).not.toContain('outline');
    expect(corrected).toEqual([corrected[0], corrected[0]]);
  });

  test('is not resumed with another model’s answers, nor with what is kept in another shape', async () => {
    const { input, shelf } = inputOf(shop());
    await planWith(server, 'anthropic').draft(input);
    server.asked.length = 0;
    await planWith(server, 'openai-compatible').draft(input);
    expect(server.asked).toHaveLength(5);
    for (const hash of shelf.keys()) shelf.set(hash, { lists: 'none' });
    server.asked.length = 0;
    await planWith(server, 'anthropic').draft(input);
    expect(server.asked).toHaveLength(5);
  });

  test('lets requests under way finish, and begins no new ones', async () => {
    const { input, shelf } = inputOf(shop());
    server.fault = (asked) => (isAbout('## Catalogue')(asked) ? { status: 401 } : undefined);
    await expect(planWith(server, 'anthropic').draft(input)).rejects.toThrow('ANTHROPIC_API_KEY');
    expect(shelf.size).toBe(new Set(topics().filter((topic) => topic !== '## Catalogue')).size);
  });
});

describe('answers that could not be used', () => {
  const one = () => buildReading({ Export: eight('format') });
  const spentOn = async (name: 'anthropic' | 'openai-compatible', fault: ModelServer['fault']) => {
    const { input, spent } = inputOf(one());
    server.fault = fault;
    await planWith(server, name)
      .draft(input)
      .catch(() => {});
    return spent.at(-1);
  };

  test('of the wrong shape are paid for as the provider counted them', async () => {
    const usage = await spentOn('anthropic', (_, turn) => (turn < 3 ? { text: '{}' } : undefined));
    expect(topics().slice(0, 3)).toEqual(['outline', 'outline', 'outline']);
    expect(usage).toEqual({
      inputTokens: sum('inputTokens'),
      outputTokens: sum('outputTokens'),
      costUsd: Math.round(sum('inputTokens') * 2 + sum('outputTokens') * 10) / 1_000_000,
    });
  });

  test('are told also when the run fails in the end', async () => {
    const usage = await spentOn('openai-compatible', () => ({ text: '{}' }));
    expect(usage).toEqual({ inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens'), costUsd: null });
  });

  test('that broke off are counted by what was heard of them', async () => {
    const half = (usage: TokenUsage | undefined, times: number) => {
      const [asked] = server.asked;
      expect(usage?.inputTokens).toBe((asked?.inputTokens ?? 0) * times);
      expect(usage?.outputTokens).toBeGreaterThan(0);
      expect(usage?.outputTokens).toBeLessThan((asked?.outputTokens ?? 0) * times);
    };
    half(await spentOn('anthropic', () => ({ end: 'cut-connection' })), 3);
    server.asked.length = 0;
    half(await spentOn('openai-compatible', () => ({ end: 'cut-stream' })), 3);
  });

  test('nothing is counted where nobody answered', async () => {
    expect(await spentOn('anthropic', () => ({ status: 500 }))).toBeUndefined();
  });
});
