import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { type CliWorld, startCliWorld } from '#test/cli-world.ts';
import { anyEdit, editDocument, expectationOf } from '#test/edit-documents.ts';
import { setSettings } from '#test/mcp-call.ts';
import { anyPlan, readTitles, replaceProject, writeRandomPlan } from '#test/random-plan.ts';
import { Failure } from '../failure.ts';
import { type PlanDocument, listTasks } from './plan-document.ts';
import { pullPlan } from './pull-plan.ts';
import { pushPlan } from './push-plan.ts';
import { readPlan } from './read-plan.ts';
import { writePlan } from './write-plan.ts';

let world: CliWorld;
beforeAll(async () => {
  world = await startCliWorld();
  await setSettings(world.server, { maxRequestsPerMinute: 1_000_000, mcpToolCallsPerHour: 1_000_000 });
});
afterAll(() => world.dispose());

const PLAINLY = { isTrial: false, isPruning: false, isForced: false };
const here = () => ({ url: world.url, key: world.apiKey, agent: undefined });
let last: Id | undefined;
/** One after the other: a search for a smaller example must not meet the limit of projects. */
async function newProject(): Promise<Id> {
  last = await replaceProject(world.user.ctx, last);
  return last;
}

/** A box above others says what they say: it is never edited by itself. */
function settleBoxes(document: PlanDocument, before: PlanDocument): void {
  const states = new Map(listTasks(before).map(({ number, state }) => [number, state]));
  for (const task of listTasks(document))
    if (task.children.length > 0) task.state = task.number === undefined ? 'open' : (states.get(task.number) ?? 'open');
}

const isCircle = (error: unknown): boolean => error instanceof Failure && /wait|circle|cycle/i.test(error.message);

test('a file that is pushed as it was pulled changes nothing; with edits it gives exactly the edits', async () => {
  let pushed = 0;
  await fc.assert(
    fc.asyncProperty(anyPlan, fc.array(anyEdit, { minLength: 1, maxLength: 8 }), async (plan, edits) => {
      const project = await newProject();
      await writeRandomPlan(world.user.ctx, project, plan);
      const pulled = await pullPlan(here(), project, true);
      expect(await pushPlan(here(), project, pulled.text, PLAINLY)).toBeUndefined();

      const document = readPlan(pulled.text);
      for (const edit of edits) editDocument(document, edit);
      settleBoxes(document, readPlan(pulled.text));
      const text = writePlan(document);
      try {
        await pushPlan(here(), project, text, PLAINLY);
      } catch (error) {
        // What would wait for itself is refused, and then nothing at all is changed.
        if (!isCircle(error)) throw error;
        expect((await pullPlan(here(), project, true)).text).toBe(pulled.text);
        return;
      }
      pushed += 1;
      const now = await pullPlan(here(), project, true);
      expect(expectationOf(readPlan(now.text))).toEqual(expectationOf(readPlan(text)));
      expect(await pushPlan(here(), project, now.text, PLAINLY)).toBeUndefined();
    }),
    { numRuns: 60 },
  );
  expect(pushed).toBeGreaterThan(30);
});

test('with --prune what was taken out of the file is taken out of the plan, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(anyPlan, fc.array(fc.nat(1_000), { maxLength: 3 }), async (plan, places) => {
      const project = await newProject();
      await writeRandomPlan(world.user.ctx, project, plan);
      const { text } = await pullPlan(here(), project, true);
      const document = readPlan(text);
      for (const place of places) {
        const rows = [
          ...document.lists.map(({ tasks }) => tasks),
          ...listTasks(document).map(({ children }) => children),
        ];
        const row = rows[place % rows.length];
        row?.splice(place % (row.length + 1), 1);
      }
      const left = new Set(listTasks(document).map(({ number }) => `T${number ?? 0}`));
      for (const task of listTasks(document)) task.after = task.after.filter((name) => left.has(name));
      settleBoxes(document, readPlan(text));
      await pushPlan(here(), project, writePlan(document), { ...PLAINLY, isPruning: true });
      const now = await pullPlan(here(), project, true);
      expect(expectationOf(readPlan(now.text))).toEqual(expectationOf(document));
    }),
    { numRuns: 20 },
  );
});

test('what is left out without --prune stays, with everything below it', async () => {
  const project = await newProject();
  await writeRandomPlan(world.user.ctx, project, { lists: [{ name: 'Hull', brief: '' }], tasks: [] });
  const add = '# Hull\n- [ ] Keel\n  - [ ] Cut\n- [ ] Plank\n';
  await pushPlan(here(), project, add, PLAINLY);
  const { text } = await pullPlan(here(), project, true);
  const shorter = text.replace(/^- \[ \] T1 Keel\n {2}- \[ \] T2 Cut\n/m, '');
  expect(shorter).not.toBe(text);
  expect(await pushPlan(here(), project, shorter, PLAINLY)).toBeUndefined();
  expect(await readTitles(world.user.ctx, project)).toEqual(['Cut', 'Keel', 'Plank']);
});
