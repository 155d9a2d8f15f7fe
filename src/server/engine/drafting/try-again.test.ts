import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '#server/platform/error.ts';
import { type ModelFault, type ModelServer, startModelServer } from '#test/model-server.ts';
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
});

const both = ['anthropic', 'openai-compatible'] as const;
const one = () => buildReading({ Export: ['CSV export', 'PDF export'] });

async function failureOf(drafting: Promise<unknown>): Promise<AppError> {
  const failure = await drafting.catch((error: unknown) => error);
  if (!(failure instanceof AppError)) throw new Error(`no AppError: ${String(failure)}`);
  return failure;
}

const lasting: Record<string, { fault: ModelFault; code: ErrorCode }> = {
  'a rate limit': { fault: { status: 429 }, code: 'AI_PROVIDER_RATE_LIMITED' },
  'an overload (529)': { fault: { status: 529 }, code: 'AI_PROVIDER_OVERLOADED' },
  'an overload (503)': { fault: { status: 503 }, code: 'AI_PROVIDER_OVERLOADED' },
  'an overload told in the stream': { fault: { end: 'error-event' }, code: 'AI_PROVIDER_OVERLOADED' },
  'a broken server': { fault: { status: 500 }, code: 'AI_PROVIDER_UNAVAILABLE' },
  'a connection that is hung up': { fault: 'hang-up', code: 'AI_PROVIDER_UNAVAILABLE' },
  'half a stream, then no connection': { fault: { end: 'cut-connection' }, code: 'AI_PROVIDER_UNAVAILABLE' },
  'half a stream, properly closed': { fault: { end: 'cut-stream' }, code: 'AI_PROVIDER_UNAVAILABLE' },
  'no answer at all': { fault: 'silence', code: 'AI_PROVIDER_TIMEOUT' },
  'an answer that stops moving': { fault: { end: 'stall' }, code: 'AI_PROVIDER_TIMEOUT' },
  'a web page instead of an answer': { fault: 'html', code: 'AI_PROVIDER_BAD_ANSWER' },
  'events of another kind': { fault: 'garbage-events', code: 'AI_PROVIDER_BAD_ANSWER' },
  'text that is no JSON': { fault: { text: 'Sure! Here is your plan: 1. …' }, code: 'AI_PROVIDER_BAD_ANSWER' },
  'JSON of another shape': { fault: { text: '{"plan":[{"title":"Build it"}]}' }, code: 'AI_PROVIDER_BAD_ANSWER' },
  'a refusal to answer': { fault: { end: 'refusal' }, code: 'AI_PROVIDER_BAD_ANSWER' },
};

describe.each(both)('%s with', (name) => {
  for (const [title, { fault, code }] of Object.entries(lasting)) {
    test(`${title} is tried three times and then explained`, async () => {
      server.fault = () => fault;
      const failure = await failureOf(planWith(server, name).draft(inputOf(one()).input));
      expect(server.asked).toHaveLength(3);
      expect(failure).toMatchObject({ type: 'AI_PROVIDER_ERROR', status: 502, detail: { code } });
      expect(failure.message).toContain('embedded planner');
    });

    test(`${title} once is survived`, async () => {
      server.fault = (_, turn) => (turn === 1 ? fault : undefined);
      const { draft } = await planWith(server, name).draft(inputOf(one()).input);
      expect(server.asked.map(({ kind }) => kind)).toEqual(['outline', 'outline', 'details']);
      expect(draft.tasks).toHaveLength(2);
    });
  }

  for (const [status, code] of [
    [401, 'AI_PROVIDER_KEY'],
    [403, 'AI_PROVIDER_KEY'],
    [402, 'AI_PROVIDER_UNAVAILABLE'],
    [404, 'AI_PROVIDER_UNAVAILABLE'],
  ] as const) {
    test(`a ${status} is not tried again`, async () => {
      server.fault = () => ({ status });
      const failure = await failureOf(planWith(server, name).draft(inputOf(one()).input));
      expect(server.asked).toHaveLength(1);
      expect(failure.detail.code).toBe(code);
    });
  }

  test('an answer cut at the token limit is asked for in halves, and they in halves, but no further', async () => {
    const eight = buildReading({ Export: Array.from({ length: 8 }, (_, n) => `format ${n + 1}`) });
    const sizes = () =>
      server.asked.map(({ kind, lines, wanted }) => (kind === 'details' ? wanted.length : lines.length));
    server.fault = ({ kind, lines }) => (kind === 'outline' && lines.length > 5 ? { end: 'max-tokens' } : undefined);
    const { draft } = await planWith(server, name).draft(inputOf(eight).input);
    expect(sizes()).toEqual([9, 5, 4, 4, 4]);
    expect(draft.tasks).toHaveLength(8);

    server.asked.length = 0;
    server.fault = ({ wanted }) => (wanted.length > 2 ? { end: 'max-tokens' } : undefined);
    const { draft: described } = await planWith(server, name).draft(inputOf(eight).input);
    expect(sizes()).toEqual([9, 8, 4, 2, 2, 4, 2, 2]);
    expect(described.tasks.every(({ description }) => description !== '')).toBe(true);

    server.asked.length = 0;
    server.fault = () => ({ end: 'max-tokens' });
    const failure = await failureOf(planWith(server, name).draft(inputOf(eight).input));
    expect(sizes()).toEqual([9, 5, 3]);
    expect(failure.detail.code).toBe('AI_PROVIDER_BAD_ANSWER');
  });

  test('a key the provider does not know names the variable to check', async () => {
    const failure = await failureOf(planWith({ ...server, key: 'sk-wrong' }, name).draft(inputOf(one()).input));
    expect(failure.detail.code).toBe('AI_PROVIDER_KEY');
    expect(failure.message).toMatch(/ANTHROPIC_API_KEY|OPENAI_COMPATIBLE_KEY/);
  });

  test('nobody listening at the address is explained', async () => {
    const nobody = { ...server, anthropicUrl: 'http://127.0.0.1:9', openAiUrl: 'http://127.0.0.1:9/v1' };
    const failure = await failureOf(planWith(nobody, name).draft(inputOf(one()).input));
    expect(failure.detail.code).toBe('AI_PROVIDER_UNAVAILABLE');
  });

  test('no failure repeats the key, the provider’s words or the PRD, to the caller or on the console', async () => {
    const said = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')];
    const texts: string[] = [];
    for (const { fault } of Object.values(lasting)) {
      server.fault = () => fault;
      const failure = await failureOf(planWith(server, name).draft(inputOf(one()).input));
      texts.push(JSON.stringify(failure), failure.message, failure.stack ?? '');
      // The error log gets provider, kind and status, and none of the provider's text.
      expect(String(failure.cause)).toMatch(/^Error: [^,]+, [^:]+: [a-z-]+(, HTTP \d{3})?$/);
    }
    expect(texts.join('\n')).not.toMatch(/sk-only|no: |CSV export|127\.0\.0\.1:\d+\/v1/);
    for (const spy of said) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

describe('an endpoint that enforces no shapes', () => {
  test('is told the shape in words, after it refused once', async () => {
    server.takesSchemas = false;
    const { draft } = await planWith(server, 'openai-compatible').draft(inputOf(one()).input);
    expect(draft.tasks).toHaveLength(2);
    expect(server.asked[0]?.system).toContain('"corrections"');
    server.takesSchemas = true;
  });

  test('may put its answer into a code fence', async () => {
    server.fault = (asked) => ({ text: `\`\`\`json\n${JSON.stringify(server.answer(asked))}\n\`\`\`` });
    const { draft } = await planWith(server, 'openai-compatible').draft(inputOf(one()).input);
    expect(draft.tasks).toHaveLength(2);
  });
});

describe('between tries', () => {
  const waitsAfter = async (fault: ModelFault, random = 0.5) => {
    const waits: number[] = [];
    server.fault = () => fault;
    const patient = { random: () => random, sleep: async (ms: number) => void waits.push(ms) };
    const failure = await failureOf(planWith(server, 'anthropic', patient).draft(inputOf(one()).input));
    return { waits, failure };
  };

  test('the waits grow, with chance in them, and stay short', async () => {
    expect((await waitsAfter({ status: 500 }, 0)).waits).toEqual([500, 1_000]);
    expect((await waitsAfter({ status: 500 }, 1)).waits).toEqual([1_500, 3_000]);
  });

  test('Retry-After is honoured, in seconds and as a date', async () => {
    expect((await waitsAfter({ status: 429, retryAfter: '7' })).waits).toEqual([7_000, 7_000]);
    const date = 'Mon, 16 Nov 2026 10:00:12 GMT';
    expect((await waitsAfter({ status: 529, retryAfter: date })).waits).toEqual([12_000, 12_000]);
  });

  test('a Retry-After that nobody would wait for fails at once and is passed on', async () => {
    const { waits, failure } = await waitsAfter({ status: 429, retryAfter: '3600' });
    expect(waits).toEqual([]);
    expect(failure.detail.retryAfterSeconds).toBe(3_600);
  });
});

describe('a run that is stopped', () => {
  test('asks nothing more and ends with the reason', async () => {
    const stop = new AbortController();
    server.fault = () => {
      stop.abort(new Error('stopped'));
      return 'silence';
    };
    const drafting = planWith(server, 'anthropic').draft(inputOf(one(), { signal: stop.signal }).input);
    await expect(drafting).rejects.toThrow('stopped');
    expect(server.asked).toHaveLength(1);
  });
});
