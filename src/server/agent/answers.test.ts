import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { BUDGET_DEFAULT, type PlanOp } from '#contract/tools.ts';
import { addNote } from '#server/notes/index.ts';
import type { EngineContext } from '#server/engine/index.ts';
import { editPlan } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { withEngine } from '#test/fake-engine.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { runTool } from './run-tool.ts';
import { BRIEF_BUDGET } from './tools/task-get.ts';
import { PATIENT } from '#test/patience.ts';

let services: TestServices;
let user: TestUser;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services);
});
afterAll(() => services.dispose());

const agentIn = (projectId: Id, name = 'claude-code'): EngineContext =>
  withEngine(services.contextFor({ kind: 'agent', userId: user.id, projectId, name }));

type Args = Record<string, unknown>;

async function say(projectId: Id, tool: string, args: Args, name?: string): Promise<string> {
  return (await runTool(agentIn(projectId, name), projectId, tool, args, undefined)).text;
}

const edit = (projectId: Id, ops: PlanOp[]) =>
  editPlan(user.ctx, projectId, { ops, dryRun: false, baseSeq: undefined });

/** Every read an agent can make, with the token budget its answer must keep. */
async function askEverything(projectId: Id, budget: number): Promise<[string, string, number][]> {
  const asked: [string, Args, number][] = [
    ['orient', {}, BUDGET_DEFAULT],
    ['orient', { since: 0 }, BUDGET_DEFAULT],
    ['orient', { since: 0, budget }, budget],
    ['plan_read', {}, 40 * 60],
    ['plan_read', { limit: 5 }, BUDGET_DEFAULT],
    ['plan_read', { limit: 200, depth: 16 }, 200 * 60],
    ['plan_read', { status: 'open' }, 40 * 60],
    ['plan_read', { status: 'blocked', limit: 13 }, BUDGET_DEFAULT],
    ['plan_read', { under: 'T1' }, 40 * 60],
    ['plan_read', { q: '漢' }, 900],
    ['plan_read', { prd: true }, 4_000],
    ['plan_read', { q: 'task', limit: 50 }, 50 * 90],
    ['task_get', { id: 'T1' }, BRIEF_BUDGET],
    ['task_get', { id: 'T1', budget }, budget],
    ['task_get', { id: 'T2', budget: 100 }, 100],
    ['note', { type: 'finding', body: '漢'.repeat(500), task: 'T1' }, BUDGET_DEFAULT],
    ['plan_edit', { ops: [{ op: 'remove', id: 'T1' }], dry_run: true }, BUDGET_DEFAULT],
    ['checkpoint', { action: 'save', name: '漢'.repeat(200) }, BUDGET_DEFAULT],
    ['checkpoint', { action: 'list' }, BUDGET_DEFAULT],
    ['list_notes', { limit: 50 }, BUDGET_DEFAULT],
    ['get_task_hierarchy', {}, 100 * 60],
    ['search_notes', { query: 'task' }, 900],
  ];
  const answers: [string, string, number][] = [];
  for (const [tool, args, most] of asked)
    answers.push([`${tool} ${JSON.stringify(args)}`, await say(projectId, tool, args), most]);
  const claimed = await say(projectId, 'task_claim', {});
  answers.push(['task_claim', claimed, BRIEF_BUDGET]);
  const [, number, baton] = /^Yours: (T\d+), baton (\d+\.\w+)/.exec(claimed) ?? [];
  if (number === undefined) return answers;
  const refused = await say(projectId, 'task_claim', { id: number }, 'codex').catch(String);
  answers.push(['task_claim, held', refused, BUDGET_DEFAULT]);
  const finish = { id: number, baton, outcome: 'done', summary: '漢'.repeat(3_000), claim_next: true };
  answers.push(['task_finish', await say(projectId, 'task_finish', finish), BRIEF_BUDGET]);
  return answers;
}

const script = fc.constantFrom('x', 'é', '漢', '😀', 'task ', 'word\n', '\t');
const text = (maxLength: number) =>
  fc.string({ unit: script, minLength: 1, maxLength }).map((made) => `task ${made}`.trim());

interface RandomTask {
  title: string;
  description: string;
  checks: string[];
  below: { title: string }[];
}
const task: fc.Arbitrary<RandomTask> = fc.record({
  title: text(450).map((made) => made.replaceAll(/\s+/g, ' ')),
  description: fc.oneof(fc.constant(''), text(4_000)),
  checks: fc.array(text(300), { maxLength: 10 }),
  below: fc.array(fc.record({ title: text(100) }), { maxLength: 6 }),
});

async function addRandomPlan(tasks: readonly RandomTask[], notes: readonly string[], lists: number): Promise<Id> {
  const { id } = await createProject(user.ctx, { name: `Ship ${'漢'.repeat(40)}` });
  const ops = tasks.flatMap(({ title, description, checks, below }, place): PlanOp[] => [
    { op: 'add', title, description, checks, ref: `r${place}`, list: `List ${place % lists} ${'é'.repeat(60)}` },
    ...(below.length > 0
      ? [{ op: 'split' as const, id: `r${place}`, brief: description === '' ? 'Brief' : description, tasks: below }]
      : []),
  ]);
  await edit(id, ops);
  await edit(
    id,
    tasks.slice(1).map((_, place) => ({ op: 'depend', id: 'T1', on: title(tasks, place + 1) })),
  ).catch(() => undefined);
  for (const body of notes) await addNote(user.ctx, { id, type: 'CONTEXT', body, pinned: body.length % 2 === 0 });
  return id;
}

/** Tasks are numbered depth first: a task's number follows those of all tasks before it and their subtasks. */
const title = (tasks: readonly RandomTask[], place: number): string =>
  `T${tasks.slice(0, place).reduce((sum, { below }) => sum + 1 + below.length, 1)}`;

describe('every answer', () => {
  test('keeps within its budget, whatever the plan, and is whole text', PATIENT, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(task, { minLength: 2, maxLength: 15 }),
        fc.array(text(3_000), { maxLength: 15 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 100, max: 3_000 }),
        async (tasks, notes, lists, budget) => {
          const id = await addRandomPlan(tasks, notes, lists);
          for (const [asked, answer, most] of await askEverything(id, budget)) {
            expect([asked, Math.ceil(Buffer.byteLength(answer) / 4) <= most]).toEqual([asked, true]);
            expect([asked, answer.isWellFormed() && !answer.includes('\ufffd')]).toEqual([asked, true]);
          }
          await services.database.pool.query('delete from projects where id = $1', [id]);
        },
      ),
      { numRuns: 10 },
    );
  });
});

describe('on a plan of a thousand tasks', () => {
  let id: Id;
  beforeAll(async () => {
    ({ id } = await createProject(user.ctx, { name: 'Fleet' }));
    for (let list = 0; list < 50; list += 1) {
      // Lists are ordered by creation time, so the clock must advance.
      services.clock.advance(1_000);
      await edit(
        id,
        Array.from({ length: 20 }, (_, place) => ({
          op: 'add' as const,
          title: `task ${list}-${place} ${'漢'.repeat(60)}`,
          list: `List ${list}`,
        })),
      );
    }
    await edit(
      id,
      Array.from({ length: 150 }, (_, place) => ({ op: 'depend' as const, id: 'T1000', on: `T${place + 1}` })),
    );
    for (let note = 0; note < 40; note += 1)
      await addNote(user.ctx, { id, type: 'CONTEXT', body: `note ${note} ${'漢'.repeat(300)}`, pinned: true });
  });

  test('every answer keeps within its budget', async () => {
    for (const [asked, answer, most] of await askEverything(id, 400))
      expect([asked, Math.ceil(Buffer.byteLength(answer) / 4) <= most]).toEqual([asked, true]);
  });

  test('where it stands is told first, then what was left out and how to get it', async () => {
    const small = await say(id, 'orient', { budget: 150 });
    expect(small).toMatch(/^Fleet: \d+\/1000 done/);
    expect(small).toContain('Next ready: T');
    expect(small).toMatch(/\(left out: .*orient with a larger budget\)$/);
    const usual = await say(id, 'orient', {});
    expect(usual).toContain('(older ones: plan_read q)');
    expect(await say(id, 'orient', { since: 0, budget: 20_000 })).toContain(
      '(older ones: say a larger budget, or a later cursor)',
    );
    const large = await say(id, 'orient', { budget: 20_000 });
    expect(large).toContain('List 39 ');
    expect(large).toMatch(/\(10 more: plan_read\)/);
  });

  test('the pages of the plan follow each other without a gap or a repeat, though lines are long', async () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await say(id, 'plan_read', { limit: 200, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...[...page.matchAll(/^ *T(\d+) /gm)].map(([, number]) => Number(number)));
      cursor = /\(more: cursor=(\d+)\)$/.exec(page)?.[1];
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, place) => place + 1));
  });

  test('the pages of a search follow each other as well', async () => {
    const first = await say(id, 'plan_read', { q: 'task' });
    const cursor = /\(more: cursor=(\d+)\)$/.exec(first)?.[1];
    const hits = (page: string) => [...page.matchAll(/^T(\d+) /gm)].map(([, number]) => number);
    expect(hits(first)).toHaveLength(Number(cursor));
    const second = hits(await say(id, 'plan_read', { q: 'task', cursor }));
    expect(second.filter((number) => hits(first).includes(number))).toEqual([]);
  });

  test('a task that waits for many names a few of them, and how many more', async () => {
    const page = await say(id, 'plan_read', { status: 'blocked' });
    expect(page).toMatch(/waits (T\d+ ){8}\+14\d\]/);
  });
});
