import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type LanguageModel, type ToolSet, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from './model-server.ts';
import { NOTE } from './play-script.ts';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const ANSWERS: Record<string, string> = {
  orient: 'Harbour: 0/3 done, 0 wip, 3 open. cursor 7',
  task_claim: 'Yours: T1, baton 16.k3f9x2ab, until 14:02 UTC; every call renews it.',
  note: 'Note 0199aa00-0000-7000-8000-000000000001.',
  task_finish: 'T1 is done. Next ready: T2.',
};
const DONE = { called: ['orient', 'task_claim', 'note', 'task_finish'] };

/** Fake tools under a client's names, which record their calls. */
function batonTools(prefix: string, answers: Record<string, string> = ANSWERS) {
  const called: string[] = [];
  const inputs: Record<string, unknown> = {};
  const entries = Object.keys(ANSWERS).map((name) => [
    `${prefix}${name}`,
    tool({
      inputSchema: jsonSchema({ type: 'object' }),
      execute: (input) => {
        called.push(name);
        inputs[name] = input;
        return Promise.resolve(answers[name] ?? '');
      },
    }),
  ]);
  return { tools: Object.fromEntries(entries) as ToolSet, called, inputs };
}

const work = (model: LanguageModel, tools: ToolSet) =>
  streamText({ model, tools, prompt: 'Work.', stopWhen: stepCountIs(8), maxRetries: 0, maxOutputTokens: 500 }).text;

const models: [string, string, () => LanguageModel][] = [
  ['Messages', 'mcp__baton__', () => createAnthropic({ baseURL: `${server.url}/v1`, apiKey: 'sk' })('claude-stand-in')],
  [
    'chat completions',
    'baton_',
    () => createOpenAICompatible({ name: 'stand-in', baseURL: `${server.url}/v1`, apiKey: 'sk' })('stand-in'),
  ],
];

test.each(models)('a client that speaks %s is led through a whole task', async (_name, prefix, modelOf) => {
  const { tools, called, inputs } = batonTools(prefix);
  expect(await work(modelOf(), tools)).toBe('That is all for today.');
  expect({ called }).toEqual(DONE);
  expect(inputs['note']).toEqual({ type: 'finding', body: NOTE, task: 'T1' });
  expect(inputs['task_finish']).toMatchObject({ id: 'T1', baton: '16.k3f9x2ab', outcome: 'done' });
  expect(server.progress()).toEqual({ next: undefined });
  expect(server.wasTold('Work.')).toBe(true);
  expect(server.wasTold('Rest.')).toBe(false);
  expect(server.wasTold('0/3 done')).toBe(true);
  expect(server.wasToldFirst('0/3 done')).toBe(false);
});

test.each(models)('over %s the script stops at a refusal, and keeps its words', async (_name, prefix, modelOf) => {
  const { tools, called } = batonTools(prefix, { ...ANSWERS, task_claim: 'You may not.' });
  await work(modelOf(), tools);
  expect(called).toEqual(['orient', 'task_claim']);
  expect(server.progress()).toEqual({ next: 'task_claim', refusal: 'You may not.' });
});

test('a request without the tools of Baton is answered, and is no progress', async () => {
  const [, , modelOf] = models[0] ?? [];
  if (modelOf === undefined) throw new Error('no model');
  expect(await work(modelOf(), {})).toBe('Nothing to say.');
  expect(server.progress()).toBeUndefined();
});

test('what is no request to a model is refused and remembered', async () => {
  expect((await fetch(`${server.url}/v1/models`)).status).toBe(404);
  expect(server.unknown).toEqual(['GET /v1/models']);
});
