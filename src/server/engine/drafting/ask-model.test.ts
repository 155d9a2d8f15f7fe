import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#server/platform/error.ts';
import { answerOutline, answerPlausibly } from '#test/model-answers.ts';
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

const both = ['anthropic', 'openai-compatible'] as const;
const one = () => buildReading({ Export: ['CSV export', 'PDF export'] });
const outlineOf = (count: number) => ({
  lists: [{ list: 1, name: 'All', goal: 'Everything' }],
  tasks: Array.from({ length: count }, (_, n) => ({
    task: n + 1,
    list: 1,
    title: `Add thing ${n + 1}`,
    lines: String(3 + (n % 2)),
    after: n === 0 ? [] : [n],
    done: false,
    later: false,
  })),
  more: [],
  corrections: [],
});

async function failureOf(drafting: Promise<unknown>): Promise<AppError> {
  const failure = await drafting.catch((error: unknown) => error);
  if (!(failure instanceof AppError)) throw new Error(`no AppError: ${String(failure)}`);
  return failure;
}

describe.each(both)('an answer of %s', (name) => {
  test('with 5,000 tasks is cut off, paid for, and not asked for again', async () => {
    server.answer = () => outlineOf(5_000);
    const { input, spent, told, shelf } = inputOf(one());
    const failure = await failureOf(planWith(server, name).draft(input));
    expect(failure).toMatchObject({ type: 'AI_PROVIDER_ERROR', detail: { code: 'AI_PROVIDER_BAD_ANSWER' } });
    expect(failure.message).toContain('answered with more than 1,000 tasks');
    expect(failure.message).toContain('Your plan is unchanged');
    expect(server.asked).toHaveLength(1);
    expect(Math.max(...told.map(({ tasks }) => tasks))).toBeLessThanOrEqual(1_000);
    // Only the output that was received counts.
    const [asked] = server.asked;
    expect(spent.at(-1)?.outputTokens).toBeLessThan((asked?.outputTokens ?? 0) / 3);
    expect(shelf.size).toBe(0);
  });

  test('of more than 2 MiB for the outline, or 1 MiB for a list, is cut off', async () => {
    const endless = (bytes: number) => ({ text: `{"lists":[],"brief":"${'€'.repeat(bytes / 3)}` });
    server.fault = () => endless(3 * 1024 ** 2);
    const outline = await failureOf(planWith(server, name).draft(inputOf(one()).input));
    expect(outline.message).toContain('answered with more than 2 MiB');
    server.asked.length = 0;
    server.fault = ({ kind }) => (kind === 'details' ? endless(1.5 * 1024 ** 2) : undefined);
    const details = await failureOf(planWith(server, name).draft(inputOf(one()).input));
    expect(details.message).toContain('answered with more than 1 MiB');
    expect(server.asked).toHaveLength(2);
  });

  test('with as many tasks as it may have is read once, and not on the event loop', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    server.answer = (asked) => (asked.kind === 'outline' ? outlineOf(1_000) : answerPlausibly(asked));
    const { draft } = await planWith(server, name).draft(inputOf(one()).input);
    // Three share the lines they all claim, and the rest covers nothing.
    expect(draft.tasks).toHaveLength(6);
    const here = parse.mock.calls.map(([text]) => text);
    expect(here.some((text) => text.includes('Add thing 7'))).toBe(true);
    expect(here.filter((text) => text.startsWith('{"lists"'))).toEqual([]);
    // Only a provider's single events are parsed here, or requests that the fake server parses in this process.
    expect(Math.max(...here.filter((text) => text.includes('delta')).map((text) => text.length))).toBeLessThan(2_000);
  });

  test('is counted as it comes, also where a word is cut in two', async () => {
    server.answer = (asked) => (asked.kind === 'details' ? answerPlausibly(asked) : spaced(answerOutline(asked)));
    const spaced = (outline: ReturnType<typeof answerOutline>) => ({
      ...outline,
      tasks: outline.tasks.map((task, n) => ({ ...task, title: `${task.title} ${'x'.repeat(n)}` })),
    });
    const sixty = buildReading({ Export: Array.from({ length: 60 }, (_, n) => `format ${n}`) });
    const counts: number[] = [];
    const { input } = inputOf(sixty, { progress: async ({ tasks }) => void counts.push(tasks) });
    await planWith(server, name).draft(input);
    expect(counts.at(-1)).toBe(60);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  });
});
