import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, type RestAnswer, callRest, callTool } from '#test/agent-calls.ts';
import { type AgentInstance, startAgentInstance } from '#test/agent-instance.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import type { LockProject } from '#test/lock-calls.ts';
import { soak } from '#test/soak.ts';

const AGENTS = 50;
const ROUNDS = Array.from({ length: soak(3) }, (_, index) => index + 1);

interface Claimed {
  task: { number: number };
  baton: { holder: { name: string }; fence: number; slot: number };
}

let database: TestDatabase;
let instance: AgentInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  instance = await startAgentInstance(database.url, 2);
});

afterAll(async () => {
  await instance.dispose();
  await database.drop();
});

/** All agents call concurrently, distributed over the servers round robin. */
const askTogether = <T>(serverCount: number, ask: (url: string, agent: Agent) => Promise<T>): Promise<T[]> =>
  Promise.all(
    Array.from({ length: AGENTS }, (_, index) => {
      const server = instance.servers[index % serverCount];
      return ask(server?.url ?? '', instance.agent(`agent-${index + 1}`));
    }),
  );

const claim = (taskId: string | undefined) => (url: string, agent: Agent) =>
  callRest<Claimed>(url, agent, ['POST', `/api/tasks/${taskId}/claim`], {});
const claimNext = (project: LockProject) => (url: string, agent: Agent) =>
  callRest<Claimed | null>(url, agent, ['POST', `/api/projects/${project.id}/claim`], {});

const winnersOf = (answers: RestAnswer<Claimed | null>[]): Claimed[] =>
  answers.flatMap(({ status, data }) => (status === 200 && data !== null ? [data] : []));

const readBatons = async (project: LockProject) => {
  const { rows } = await instance.pool.query<{ slot: number; name: string; number: number; fence: number }>(
    `select b.slot, b.holder ->> 'name' as name, t.number, b.fence::int from batons b join tasks t on t.id = b.task_id
     where b.project_id = $1 order by b.slot`,
    [project.id],
  );
  return rows;
};

describe.for([
  { where: 'in one server process', serverCount: 1 },
  { where: 'across two server processes', serverCount: 2 },
])('fifty agents $where', ({ serverCount }) => {
  test.for(ROUNDS)('claim one task at once: one gets it, the others are told who has it (round %i)', async () => {
    const project = await instance.addProject({ tasks: 2 });
    const answers = await askTogether(serverCount, claim(project.taskIds[0]));
    const winners = winnersOf(answers);
    expect(winners).toHaveLength(1);
    const holder = winners[0]?.baton.holder.name ?? '';
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(AGENTS - 1);
    for (const { status, failure } of refused) {
      expect({ status, type: failure.errorType }).toEqual({ status: 409, type: 'LOCK_HELD' });
      expect(failure.error).toMatch(
        new RegExp(`^${holder} holds T1 since \\d\\d:\\d\\d UTC, last call just now\\. .*Nothing was changed\\.$`),
      );
    }
    expect(await readBatons(project)).toEqual([{ slot: 1, name: holder, number: 1, fence: 1 }]);
  });

  test('claim one task at once over MCP: the same', async () => {
    const project = await instance.addProject({ tasks: 1 });
    const answers = await askTogether(serverCount, (url, agent) =>
      callTool(url, agent, project.id, 'task_claim', { id: 'T1' }),
    );
    const won = answers.filter(({ isError }) => !isError);
    expect(won).toHaveLength(1);
    expect(won[0]?.text).toMatch(/^Yours: T1, baton 1\.[a-z2-9]{8}, until /);
    const [held] = await readBatons(project);
    for (const { isError, text } of answers)
      if (isError)
        expect(text).toMatch(new RegExp(`^LOCK_HELD: ${held?.name} holds T1 since .*Nothing was changed\\.$`));
  });

  test('take the expired baton of a task at once: one gets it', async () => {
    const project = await instance.addProject({ tasks: 1 });
    await claim(project.taskIds[0])(instance.servers[0]?.url ?? '', instance.agent('gone'));
    await instance.pool.query(`update batons set expires_at = now() - interval '1 second' where project_id = $1`, [
      project.id,
    ]);
    const winners = winnersOf(await askTogether(serverCount, claim(project.taskIds[0])));
    expect(winners).toHaveLength(1);
    expect(await readBatons(project)).toMatchObject([{ name: winners[0]?.baton.holder.name, fence: 2 }]);
  });

  test('take one task over from its holder at once: each gets it in turn, and one has it in the end', async () => {
    const project = await instance.addProject({ tasks: 1 });
    const answers = await askTogether(serverCount, (url, agent) =>
      callRest<Claimed>(url, agent, ['POST', `/api/tasks/${project.taskIds[0]}/claim`], {
        takeover: true,
        reason: 'Mine.',
      }),
    );
    const fences = winnersOf(answers).map(({ baton }) => baton.fence);
    expect(fences.toSorted((a, b) => a - b)).toEqual(Array.from({ length: AGENTS }, (_, index) => index + 1));
    const last = winnersOf(answers).find(({ baton }) => baton.fence === AGENTS);
    expect(await readBatons(project)).toMatchObject([{ name: last?.baton.holder.name, fence: AGENTS }]);
  });

  test('ask for the next of one ready task: one gets it, and for the others nothing is ready', async () => {
    const project = await instance.addProject({ tasks: 1 });
    const answers = await askTogether(serverCount, claimNext(project));
    expect(winnersOf(answers)).toHaveLength(1);
    expect(answers.filter(({ status, data }) => status === 200 && data === null)).toHaveLength(AGENTS - 1);
    expect(await readBatons(project)).toHaveLength(1);
  });

  test.for(ROUNDS)(
    'ask for the next of ten ready tasks where there are four batons: four get four (round %i)',
    async () => {
      const project = await instance.addProject({ tasks: 10, slots: 4 });
      const answers = await askTogether(serverCount, claimNext(project));
      const winners = winnersOf(answers);
      const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
      expect(sorted(winners.map(({ task }) => task.number))).toEqual([1, 2, 3, 4]);
      expect(sorted(winners.map(({ baton }) => baton.slot))).toEqual([1, 2, 3, 4]);
      expect(sorted(winners.map(({ baton }) => baton.fence))).toEqual([1, 2, 3, 4]);
      expect(new Set(winners.map(({ baton }) => baton.holder.name)).size).toBe(4);
      const names = winners.map(({ baton }) => baton.holder.name);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(AGENTS - 4);
      for (const { failure } of refused) {
        expect(failure).toMatchObject({
          errorType: 'LOCK_HELD',
          error: expect.stringContaining('othing was changed.'),
        });
        expect(names).toContain(/^(\S+) holds T\d+ since/.exec(failure.error)?.[1]);
      }
      expect((await readBatons(project)).map(({ slot }) => slot)).toEqual([1, 2, 3, 4]);
    },
  );

  test('claim ten tasks at once under one name where there are four batons: the name holds one', async () => {
    const project = await instance.addProject({ tasks: 10, slots: 4 });
    const answers = await Promise.all(
      project.taskIds.map((taskId, index) =>
        claim(taskId)(instance.servers[index % serverCount]?.url ?? '', instance.agent('only-one')),
      ),
    );
    const winners = winnersOf(answers);
    expect(winners).toHaveLength(1);
    for (const { status, failure } of answers)
      if (status !== 200) expect(failure.error).toMatch(/ holds T\d+ since .* claim with an agent name of your own\./);
    expect(await readBatons(project)).toHaveLength(1);
  });
});
