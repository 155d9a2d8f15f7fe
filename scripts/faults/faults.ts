import { setTimeout as wait } from 'node:timers/promises';
import { type Fault, type FaultStage, measureReady } from './fault.ts';
import type { FaultServer } from './fault-server.ts';
import type { Sizes } from './sizes.ts';

const HOUR_MS = 3_600_000;
/** Far slower than any network between a server and its database should be. */
const SLOW_MS = 25;

/** The calls in flight at a killed server: at most one per writer. */
const oneOfEach =
  (kills: number) =>
  ({ writers, rounds }: Sizes) =>
    writers * kills * rounds;

const serverOf = ({ world }: FaultStage, place: number): FaultServer => {
  const server = world.servers[place % world.servers.length];
  if (server === undefined) throw new Error('there is no server');
  return server;
};

async function repeat(stage: FaultStage, once: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < stage.sizes.rounds; round += 1) {
    if (round > 0) await stage.acknowledged(stage.sizes.writes / 2);
    await once(round);
  }
}

export const FAULTS: readonly Fault[] = [
  {
    id: 'none',
    name: '20 writers and two servers, nothing goes wrong',
    run: async ({ figures, tally, acknowledged, sizes }) => {
      await acknowledged(sizes.writes);
      figures.push({ name: 'refused', value: tally.refused, atMost: 0 });
    },
  },
  {
    id: 'kill-server',
    name: 'kill -9 of one server, the other goes on',
    unansweredMax: oneOfEach(1),
    run: (stage) =>
      repeat(stage, async (round) => {
        const server = serverOf(stage, round);
        await server.kill();
        await stage.acknowledged(stage.sizes.writes / 4);
        await measureReady(stage, [server], () => server.start());
      }),
  },
  {
    id: 'kill-servers',
    isShort: true,
    name: 'kill -9 of both servers at once',
    unansweredMax: oneOfEach(2),
    run: (stage) =>
      repeat(stage, async () => {
        const { servers } = stage.world;
        await Promise.all(servers.map((server) => server.kill()));
        await measureReady(stage, servers, async () => void (await Promise.all(servers.map((each) => each.start()))));
      }),
  },
  {
    id: 'stop-server',
    name: 'SIGTERM to one server after the other, behind a balancer that asks /readyz',
    run: async (stage) => {
      const odd: string[] = [];
      const watches = stage.world.servers.map((server) => server.watch());
      await repeat(stage, async () => {
        for (const server of stage.world.servers) {
          const ended = await server.stop();
          if (ended?.code !== 0) odd.push(`${ended?.signal ?? ended?.code} ${ended?.stderr ?? ''}`);
          await measureReady(stage, [server], () => server.start());
        }
      });
      await Promise.all(watches.map((stop) => stop()));
      stage.figures.push({ name: 'stopped, but not in order', value: odd.length, atMost: 0, detail: odd[0] ?? '' });
      // Clients that use the other server notice nothing.
      stage.figures.push({
        name: 'refused',
        value: stage.tally.refused,
        atMost: 0,
        detail: stage.tally.describeRefusals(),
      });
    },
  },
  {
    id: 'kill-database',
    isShort: true,
    name: 'kill -9 of the database and all its processes',
    run: (stage) =>
      repeat(stage, async () => {
        await stage.world.host.kill();
        await measureReady(stage, stage.world.servers, () => undefined);
        await stage.acknowledged(stage.sizes.writes / 4);
      }),
  },
  {
    id: 'cut-one',
    isShort: true,
    name: 'network between one server and the database: reset, then closed, the other goes on',
    run: (stage) =>
      repeat(stage, async (round) => {
        const server = serverOf(stage, round);
        server.proxy.set('closed');
        await stage.acknowledged(stage.sizes.writes / 4);
        await measureReady(stage, [server], () => server.proxy.set('open'));
      }),
  },
  {
    id: 'silence',
    isShort: true,
    name: 'network between both servers and the database: silent, then reset',
    run: async (stage) => {
      const { servers } = stage.world;
      for (const { proxy } of servers) proxy.set('silent');
      await wait(stage.sizes.silenceMs);
      await measureReady(stage, servers, () => {
        for (const { proxy } of servers) {
          proxy.reset();
          proxy.set('open');
        }
      });
    },
  },
  {
    id: 'slow-database',
    isShort: true,
    name: `database ${SLOW_MS * 2} ms away`,
    run: async (stage) => {
      const refused = stage.tally.refused;
      for (const { proxy } of stage.world.servers) proxy.delay(SLOW_MS);
      await stage.acknowledged(stage.sizes.writes);
      for (const { proxy } of stage.world.servers) proxy.delay(0);
      stage.figures.push({ name: 'refused', value: stage.tally.refused - refused, atMost: 0 });
    },
  },
  shiftClocks('clock-one-ahead', 'clock of one server an hour ahead of the other and of the database', [1, 0]),
  shiftClocks('clock-one-behind', 'clock of one server an hour behind the other and the database', [-1, 0]),
  shiftClocks('clock-ahead', 'clock of the database an hour behind all servers', [1, 1]),
  shiftClocks('clock-behind', 'clock of the database an hour ahead of all servers', [-1, -1]),
];

/** Only the offset between clocks matters: the database's is moved by moving those of all servers. */
function shiftClocks(id: string, name: string, hours: readonly number[]): Fault {
  const move = (servers: readonly FaultServer[], factor: number) =>
    Promise.all(servers.map((server, place) => server.setClock((hours[place] ?? 0) * factor * HOUR_MS)));
  return {
    id,
    name,
    isShort: true,
    // A lease is judged by the clock of the server that is asked: it may expire early, its holder is told, and claims
    // again.
    leasesOverMax: ({ writes }) => writes,
    run: async ({ world, acknowledged, sizes }) => {
      await move(world.servers, 1);
      await acknowledged(sizes.writes);
      await move(world.servers, 0);
    },
  };
}
