import type pg from 'pg';
import { type Agent, callTool } from './agent-calls.ts';
import { type AgentInstance, type KillableServer, startAgentInstance } from './agent-instance.ts';
import { type Knowledge, chooseOperation, createRandom } from './choose-operation.ts';
import { type LockProject, lockByRest, lockByTool, readLosses } from './lock-calls.ts';
import { type LockOp, type LockResult, newLock } from './lock-model.ts';
import { type ProjectHistory, Recorder } from './record-history.ts';

export interface HistoryOptions {
  clients: number;
  /** Per client. */
  operations: number;
  kills: number;
  seed: number;
}

export interface HistoryRun {
  histories: ProjectHistory[];
  kills: number;
  pool: pg.Pool;
}

/** One project with the default of one baton, one with several. */
const SHAPES = [
  { tasks: 5, slots: 1 },
  { tasks: 12, slots: 6 },
];
/** Reopens tasks and reads, and never holds a baton. */
const GARDENER = 'gardener';
/** An access token lives for five minutes. */
const TOKEN_MS = 120_000;
const OLD_MAX = 4;

/**
 * Clients claim, renew, finish, release, take over and read at random, at two servers that are killed and restarted
 * meanwhile. The history is recorded, and checked while the database still exists.
 */
export async function runHistory<T>(
  databaseUrl: string,
  options: HistoryOptions,
  judge: (run: HistoryRun) => Promise<T>,
): Promise<T> {
  const instance = await startAgentInstance(databaseUrl, 2);
  try {
    const histories: ProjectHistory[] = [];
    for (const shape of SHAPES)
      histories.push({
        project: await instance.addProject(shape),
        initial: newLock(shape.tasks, shape.slots),
        entries: [],
        told: [],
        unheard: new Set(),
        newestFence: 1,
      });
    const kills = await drive(instance, histories, options);
    return await judge({ histories, kills, pool: instance.pool });
  } finally {
    await instance.dispose();
  }
}

interface Stage {
  instance: AgentInstance;
  recorder: Recorder;
  servers: KillableServer[];
  person(): Promise<Agent>;
}

/** A caller: an agent, and its identity among others of the same name. */
interface Window {
  id: string;
  agent: Agent;
}

/** Of every three, one is known by name only, and two are windows of one program with a session each. */
function openWindows(instance: AgentInstance, count: number): Window[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `agent-${index - (index % 3 === 2 ? 1 : 0) + 1}`;
    if (index % 3 === 0) return { id: name, agent: instance.agent(name) };
    return { id: index % 3 === 1 ? name : `${name}#2`, agent: instance.agent(name, `window-${index + 1}`) };
  });
}

async function drive(instance: AgentInstance, histories: ProjectHistory[], options: HistoryOptions): Promise<number> {
  const recorder = new Recorder();
  const killer = createKiller(instance.servers, recorder, options);
  const stage = { instance, recorder, servers: instance.servers, person: keepSignedIn(instance) };
  const windows = openWindows(instance, options.clients);
  let isFailed = false;
  const work = async (agent: Window, seed: number) => {
    const random = createRandom(seed * 7_919);
    const client = createClient(stage, agent, random);
    let history: ProjectHistory | undefined;
    for (let done = 0; done < options.operations && !isFailed;) {
      const server = await killer.findServer(random);
      // Mostly stays in the same project, so that its operations interact.
      if (history === undefined || random() < 0.2) history = histories[Math.floor(random() * histories.length)];
      if (history === undefined || !(await client.act(history, server))) continue;
      done += 1;
      killer.count();
    }
  };
  const ended = await Promise.allSettled(
    windows.map((window, index) =>
      work(window, options.seed + index).catch((error: unknown) => {
        isFailed = true;
        throw error;
      }),
    ),
  );
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  const kills = await killer.settle();
  await hearTheRest(instance, histories, windows);
  for (const history of histories) await lookOnce(stage, history);
  return kills;
}

/** Kills after every so many operations: one server, then the other, then both. */
function createKiller(servers: KillableServer[], recorder: Recorder, options: HistoryOptions) {
  const every = Math.floor((options.clients * options.operations) / (options.kills + 1));
  let done = 0;
  let kills = 0;
  let over: Promise<void> = Promise.resolve();
  const ended: (() => void)[] = [];
  const restart = async (server: KillableServer) => {
    const { life } = server;
    kills += 1;
    await server.kill();
    ended.push(recorder.endLife(life));
    await server.start();
  };
  return {
    count() {
      done += 1;
      if (done % every !== 0 || done / every > options.kills) return;
      const turn = (done / every) % 3;
      const victims = servers.filter((_, index) => turn === 2 || index === turn);
      over = over.then(async () => void (await Promise.all(victims.map(restart))));
    },
    async findServer(random: () => number): Promise<KillableServer> {
      for (;;) {
        const up = servers.filter(({ isUp }) => isUp);
        const server = up[Math.floor(random() * up.length)];
        if (server !== undefined) return server;
        const waited = over;
        await waited;
        if (waited === over && servers.every(({ isUp }) => !isUp)) throw new Error('no server has come up again');
      }
    },
    async settle(): Promise<number> {
      await over;
      for (const end of ended) end();
      return kills;
    },
  };
}

/** One agent: what it believes to hold in each project, and its next operation. */
function createClient(stage: Stage, window: Window, random: () => number) {
  const { id, agent } = window;
  const known = new Map<ProjectHistory, Knowledge>();
  const knowledgeOf = (history: ProjectHistory): Knowledge => {
    const taskCount = history.project.taskIds.length;
    const know = known.get(history) ?? { name: id, taskCount, mine: undefined, old: [], newestFence: 1 };
    return { ...know, newestFence: history.newestFence };
  };
  const learn = (history: ProjectHistory, op: LockOp, results: readonly LockResult[]) => {
    const before = knowledgeOf(history);
    const taken = results.findLast((result) => result.is === 'taken');
    const isOver = op.do === 'finish' || op.do === 'release' || results.some(({ is }) => is === 'stale');
    if (taken === undefined && !isOver) return known.set(history, before);
    history.newestFence = Math.max(history.newestFence, taken?.fence ?? 0);
    const old = before.mine === undefined ? before.old : [before.mine, ...before.old].slice(0, OLD_MAX);
    const mine = taken === undefined ? undefined : { task: taken.task, fence: taken.fence };
    return known.set(history, { ...before, mine, old });
  };
  return {
    /** False when the connection was refused. */
    async act(history: ProjectHistory, server: KillableServer): Promise<boolean> {
      const op = chooseOperation(random, knowledgeOf(history));
      const isTool = (op.do === 'claim' || op.do === 'claimNext' || op.do === 'finish') && random() < 0.5;
      const goesOn = isTool && op.do === 'finish' && random() < 0.5;
      const ops: LockOp[] = goesOn ? [op, { do: 'claimNext', by: id }] : [op];
      const who =
        op.do === 'takeAway' ? await stage.person() : op.do === 'reopen' ? stage.instance.agent(GARDENER) : agent;
      const { life, url } = server;
      const results = await stage.recorder.record(history, id, life, ops, async () => {
        if (op.do === 'expire') return [await expire(stage.instance.pool, history.project, op.fence)];
        if (!isTool) return [await lockByRest(url, who, history.project, op)];
        const answer = await lockByTool(url, who, history.project, op, goesOn);
        history.told.push(...answer.lost.map((fence) => ({ agent: id, fence })));
        return answer.results;
      });
      if (results === undefined) return false;
      if (isTool && results.length === 0) history.unheard.add(id);
      learn(history, op, results);
      return true;
    },
  };
}

function keepSignedIn({ person, servers }: AgentInstance): () => Promise<Agent> {
  let at = -Infinity;
  let token = Promise.resolve('');
  return async () => {
    if (performance.now() - at > TOKEN_MS) {
      at = performance.now();
      token = renew();
    }
    return { key: await token, name: 'person' };
  };
  async function renew(): Promise<string> {
    for (;;)
      for (const { url } of servers) {
        const renewed = await person
          .at(url)
          .renewToken()
          .catch(() => undefined);
        if (renewed !== undefined) return renewed;
      }
  }
}

/**
 * Expires a lease under the project's lock, like every change of a baton: it must not fall between two reads of another
 * operation.
 */
async function expire(pool: pg.Pool, project: LockProject, fence: number): Promise<LockResult> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select 1 from projects where id = $1 for no key update', [project.id]);
    const { rowCount } = await client.query(
      `update batons set expires_at = now() - interval '1 second' where project_id = $1 and fence = $2 and expires_at > now()`,
      [project.id, fence],
    );
    await client.query('commit');
    client.release();
    return { is: rowCount === 0 ? 'unchanged' : 'ok' };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** A last concurrent call of every agent at each server: pending losses must be told now, and only once. */
async function hearTheRest(instance: AgentInstance, histories: ProjectHistory[], windows: Window[]): Promise<void> {
  for (const history of histories)
    await Promise.all(
      windows.flatMap(({ id, agent }) =>
        instance.servers.map(async ({ url }) => {
          const lost = readLosses(await callTool(url, agent, history.project.id, 'orient'));
          history.told.push(...lost.map((fence) => ({ agent: id, fence })));
        }),
      ),
    );
}

async function lookOnce({ instance, recorder, servers }: Stage, history: ProjectHistory): Promise<void> {
  for (const { url, life } of servers)
    await recorder.record(history, GARDENER, life, [{ do: 'look' }], async () => [
      await lockByRest(url, instance.agent(GARDENER), history.project, { do: 'look' }),
    ]);
}
