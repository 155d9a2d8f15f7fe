import { expect } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import { claimNext, claimTask } from '#server/plan/baton/claim-task.ts';
import { claimNextWithBrief } from '#server/plan/baton/claim-with-brief.ts';
import { finishTask } from '#server/plan/baton/finish-task.ts';
import type { Finish } from '#server/plan/baton/finish.ts';
import { createTask } from '#server/plan/tree/create-task.ts';
import { getPlan } from '#server/plan/tree/get-plan.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { readEvents } from '#server/platform/feed.ts';
import { createProject } from '#server/projects/index.ts';
import { comparableChanges, comparableRows, withoutIds } from './both-ways.ts';
import { type TestUser, addUser } from './builders.ts';
import { findKeptFaults } from './find-kept-faults.ts';
import type { TestServices } from './harness.ts';

type Kept<T extends (...sent: never[]) => Promise<unknown>> = Promise<Awaited<ReturnType<T>> | undefined>;
type NewTask = Omit<Parameters<typeof createTask>[1], 'id' | 'title'>;

/** A project with its owner and agents, in which claims and finishes take the fast or the general path. */
export interface World {
  services: TestServices;
  user: TestUser;
  projectId: Id;
  /** Answers and refusals, in order. */
  said: unknown[];
  agent(name: string, session?: string): Context;
  person: Context;
  add(title: string, fields?: NewTask): Promise<Task>;
  /** Each records its result, refusals too, and then returns undefined. */
  claim(as: Context, task: { id: Id }): Kept<typeof claimTask>;
  claimNext(as: Context): Kept<typeof claimNext>;
  claimNextWithBrief(as: Context): Kept<typeof claimNextWithBrief>;
  finish(as: Context, task: { id: Id }, fields?: Partial<Finish>): Kept<typeof finishTask>;
  keep<T>(what: string, work: () => Promise<T>): Promise<T | undefined>;
}

async function openWorld(services: TestServices, way: { isGeneralPath?: true }): Promise<World> {
  const user = await addUser(services, { name: 'Mira', tier: 'pro' });
  const { id: projectId } = await createProject(user.ctx, { name: 'Two ways' });
  const said: unknown[] = [];
  const keep = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    // Time always advances, so that a time that was not updated shows.
    services.clock.advance(1);
    try {
      const answer = await work();
      said.push([what, answer]);
      return answer;
    } catch (error) {
      const { type, detail } = error instanceof AppError ? error : { type: 'unknown', detail: undefined };
      said.push([what, 'refused', type, (error as Error).message, detail]);
      return undefined;
    }
  };
  return {
    services,
    user,
    projectId,
    said,
    keep,
    person: { ...user.ctx, ...way },
    agent: (name, session) => ({
      ...services.contextFor({
        kind: 'agent',
        userId: user.id,
        projectId,
        name,
        ...(session === undefined ? {} : { session }),
      }),
      ...way,
    }),
    add: (title, fields = {}) => createTask(user.ctx, { id: projectId, title, ...fields }),
    claim: (as, task) => keep('claim', () => claimTask(as, { id: task.id })),
    claimNext: (as) => keep('claim next', () => claimNext(as, { id: projectId })),
    claimNextWithBrief: (as) => keep('claim with brief', () => claimNextWithBrief(as, projectId, {})),
    finish: (as, task, fields = {}) =>
      keep('finish', () =>
        finishTask(as, { id: task.id, outcome: 'done', summary: 'Laid the keel.', ...fields } as Finish),
      ),
  };
}

/**
 * Does the same in two worlds, by the fast path and by the general path, starting at the same time: answers, refusals,
 * plan, feed and rows must be equal, and the maintained counters right.
 */
export async function expectSameBothWays(
  services: TestServices,
  work: (world: World) => Promise<unknown>,
): Promise<void> {
  const began = services.now().getTime();
  const look = async (way: { isGeneralPath?: true }) => {
    services.clock.advance(began - services.now().getTime());
    const world = await openWorld(services, way);
    await work(world);
    const { pool } = services.database;
    const { projectId, user, said } = world;
    const events = await readEvents(services.db, `project:${projectId}`, 0, 10_000);
    const numbers = events.map(({ seq }) => seq);
    expect(numbers, 'numbers without a gap').toEqual(numbers.map((_, n) => (numbers[0] ?? 0) + n));
    expect(await findKeptFaults(pool, projectId)).toEqual([]);
    const plan = await getPlan(user.ctx, { id: projectId }).catch((error: unknown) => String(error));
    return {
      said: withoutIds(said),
      changes: comparableChanges(events),
      rows: await comparableRows(pool, projectId),
      plan: withoutIds(plan),
    };
  };
  const usual = await look({});
  const long = await look({ isGeneralPath: true });
  expect(usual).toEqual(long);
}
