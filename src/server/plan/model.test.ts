import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAllNotes } from '#server/notes/index.ts';
import { readEvents } from '#server/platform/feed.ts';
import { createProject } from '#server/projects/index.ts';
import { addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { planCommands, prelude } from '#test/plan-model-commands.ts';
import type { RealPlan } from '#test/plan-model-steps.ts';
import { type PlanState, emptyPlan } from '#test/plan-model.ts';
import { findStrays, pictureOfModel, pictureOfPlan } from '#test/plan-picture.ts';
import { type Replica, applyEvent, replicaOf, rereadPlan, showPlan, showReplica } from '#test/replay-feed.ts';
import { getPlan } from './get-plan.ts';

const RUNS = 40;
const COMMANDS = 40;
const SLOTS = 2;

let services: TestServices;

beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

const readPlan = (real: Pick<RealPlan, 'as' | 'projectId'>) => getPlan(real.as.user, { id: real.projectId });

/** Hears everything that came since; where the plan was replaced it is read again, as the feed asks for. */
async function catchUp(replica: Replica, real: Pick<RealPlan, 'as' | 'projectId'>): Promise<void> {
  for (;;) {
    const events = await readEvents(services.db, `project:${real.projectId}`, replica.heard, 200);
    for (const event of events) applyEvent(replica, event);
    if (replica.isStale) rereadPlan(replica, await readPlan(real));
    if (events.length < 200) return;
  }
}

async function openPlan(): Promise<{ state: PlanState; real: RealPlan }> {
  const user = await addUser(services);
  // No autovacuum works in a test's database: without this, statements stay planned for the empty one of the first run.
  await services.db.execute('analyze');
  const { id: projectId } = await createProject(user.ctx, { name: 'Model' });
  await services.db.execute(sql`update projects set baton_slots = ${SLOTS} where id = ${projectId}`);
  const agent = (name: string) => services.contextFor({ kind: 'agent', userId: user.id, projectId, name });
  const known = { projectId, as: { user: user.ctx, alpha: agent('alpha'), beta: agent('beta') } };
  const replica = replicaOf(await readPlan(known));
  const real: RealPlan = {
    ...known,
    tasks: new Map(),
    lists: new Map(),
    notes: [],
    checkpoints: [],
    journal: [],
    squeeze: async () => {
      await services.db.execute(sql`
        update tasks set order_in_parent = dense.place
        from (select id, row_number() over (partition by task_list_id order by order_in_parent)::int as place
          from tasks where project_id = ${projectId} and deleted_at is null) dense
        where tasks.id = dense.id`);
      // Nobody is told of what a test does to the rows.
      await catchUp(replica, known);
      rereadPlan(replica, await readPlan(known));
    },
    // Never the same moment twice: lists made one after the other have an order.
    advance: (minutes) => services.clock.advance(minutes * 60_000 + 1),
    orderOf: async (list) => {
      const { tasks } = await readPlan(known);
      return tasks.filter((task) => task.task_list_id === list).map((task) => task.number);
    },
    compare: async (state) => {
      const plan = await readPlan(known);
      const numbers = new Map([...real.tasks].map(([number, id]) => [id, number]));
      expect(pictureOfPlan(plan, numbers)).toEqual(pictureOfModel(state));
      expect(findStrays(plan)).toEqual([]);
      await catchUp(replica, known);
      expect(showReplica(replica), 'what the feed told and what the plan is').toEqual(showPlan(plan));
    },
  };
  const state = emptyPlan(SLOTS);
  for (const command of prelude()) await command.run(state, real);
  return { state, real };
}

test('whatever is done to a plan, it is what a plain model of it says, and the feed has told every step', async () => {
  await fc.assert(
    fc.asyncProperty(planCommands(COMMANDS), async (commands) => {
      const { state, real } = await openPlan();
      await fc
        .asyncModelRun(() => ({ model: state, real }), commands)
        .catch((error: unknown) => {
          throw new Error(`after these steps:\n${real.journal.join('\n')}`, { cause: error });
        });
    }),
    { numRuns: RUNS },
  );
}, 180_000);

test('an early answer and all events since make the plan of now', async () => {
  await fc.assert(
    fc.asyncProperty(planCommands(COMMANDS), planCommands(COMMANDS), async (before, since) => {
      const { state, real } = await openPlan();
      const quiet = { ...real, compare: async () => undefined };
      await fc.asyncModelRun(() => ({ model: state, real: quiet }), before);
      const early = replicaOf(await readPlan(real), await listAllNotes(services.db, real.projectId));
      // What a test does to the rows behind the feed's back, the feed cannot have told.
      const told = { ...quiet, squeeze: async () => undefined };
      await fc.asyncModelRun(() => ({ model: state, real: told }), since);
      await catchUp(early, real);
      expect(showReplica(early)).toEqual(showPlan(await readPlan(real)));
    }),
    { numRuns: 5 },
  );
}, 120_000);
