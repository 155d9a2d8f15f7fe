import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanDraft } from '#contract/plan-draft.ts';
import { newId } from '#server/platform/id.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { buildReading, emptyDraft } from '#test/reading.ts';
import { createEngine } from './create-engine.ts';
import { meterReading } from './meter-reading.ts';
import type { DraftInput, DraftProgress, Engine } from './planner.ts';

let services: TestServices;
let engine: Engine;
beforeAll(async () => {
  services = await openTestServices();
  engine = createEngine(services);
});
afterAll(async () => {
  await engine.close();
  await services.dispose();
});

const draftInput = (builtIn: PlanDraft, progress: DraftInput['progress']): DraftInput => ({
  projectId: newId(),
  content: '# Ledger',
  reading: buildReading({}),
  builtIn,
  readAgain: () => Promise.reject(new Error('the built-in planner corrects nobody')),
  maxTasks: 100,
  signal: new AbortController().signal,
  chunks: { find: async () => undefined, keep: async () => undefined },
  progress,
});

test('without a model the embedded planner is chosen, and drafts what was planned while reading', async () => {
  const planner = await engine.choose(undefined);
  expect(planner).toMatchObject({ name: 'embedded', label: 'Embedded planner', model: null });
  const task = { list: 'l1' } as PlanDraft['tasks'][number];
  const lists = ['One', 'Two'].map((name, place) => ({ key: `l${place + 1}`, parent: null, name, brief: '' }));
  const builtIn = { ...emptyDraft(), lists, tasks: [task, task], notices: ['Seven lines are done already.'] };
  const told: DraftProgress[] = [];
  const progress = async (step: DraftProgress) => void told.push(step);
  expect(await planner.draft(draftInput(builtIn, progress))).toEqual({ draft: builtIn, usage: null });
  expect(told, 'a list without tasks is not told').toEqual([
    {
      message: 'Drafted the plan',
      percent: 90,
      listName: null,
      tasks: 2,
      lists: [{ name: 'One', tasks: 2, done: true }],
    },
  ]);
});

test('the embedded planner is chosen where an administrator prefers it to the model', async () => {
  const anthropic = { apiKey: 'sk', url: 'http://localhost:9' };
  const both = createEngine({ ...services, config: { ...services.config, anthropic } });
  expect((await both.choose(undefined)).name).toBe('anthropic');
  const row = await services.settings.read();
  const settings = { read: async () => ({ ...row, builtInPlanner: true }) };
  const preferring = createEngine({ ...services, settings, config: { ...services.config, anthropic } });
  expect((await preferring.choose(undefined)).name).toBe('embedded');
  expect((await preferring.choose('anthropic')).name, 'by name it is still there').toBe('anthropic');
  await Promise.all([both.close(), preferring.close()]);
});

test('a model that is not set up is refused', async () => {
  await expect(engine.choose('anthropic')).rejects.toMatchObject({
    type: 'VALIDATION_ERROR',
    message: 'The planner anthropic is not set up on this server: leave it out, or say "embedded".',
  });
});

test('a person and the agents of the same account share one allowance', async () => {
  const userId = newId();
  await Promise.all(Array.from({ length: 30 }, () => meterReading(services, userId, 'preview')));
  const person = { kind: 'user', userId, sessionId: newId(), name: 'Ada', isAdmin: false } as const;
  const agent = { kind: 'agent', userId, projectId: null, name: 'claude-1' } as const;
  const wishes = { kind: 'preview', previous: [], roles: [], maxTasks: 100 } as const;
  for (const actor of [person, agent])
    await expect(engine.read('# Ledger', { ...wishes, actor })).rejects.toMatchObject({
      status: 429,
      detail: { code: 'RATE_LIMITED', retryAfterSeconds: 2 },
    });
});
