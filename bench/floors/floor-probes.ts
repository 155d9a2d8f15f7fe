import { Agent } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { startProcess } from '#test/server-process.ts';
import type { Probe } from '../interleave.ts';
import { once } from '../load.ts';
import { type McpClient, connectHttp, connectStdio } from '../mcp-client.ts';
import { fillFloor } from './fill-floor.ts';
import { CLAIM, FLOOR_ROWS, GET, NEXT, NOTE, SEARCH, STATUS } from './statements.ts';

export interface Floors {
  probes: Record<FloorName, Probe>;
  close(): Promise<void>;
}

export const FLOORS = {
  stdio: 'MCP over stdio, empty server',
  http: 'loopback HTTP, 1 KB',
  sdk: 'MCP over HTTP, SDK on both ends',
  hand: 'MCP over HTTP, server by hand',
  handGet: 'the same + PostgreSQL get',
  handStatus: 'the same + durable update',
  get: 'PostgreSQL get',
  next: 'PostgreSQL next',
  search: 'PostgreSQL search by GIN',
  status: 'PostgreSQL durable update',
  note: 'PostgreSQL note insert',
  claim: 'PostgreSQL claim, skip locked',
  rawGet: 'raw HTTP + PostgreSQL get',
  rawStatus: 'raw HTTP + durable update',
} as const;
export type FloorName = keyof typeof FLOORS;

const WORDS = ['customs', 'signatures', 'printer & parcel', 'refund'];

/** The floor: the least that this machine needs for each operation, measured beside ours. */
export async function openFloors(databaseUrl: string, lanes: number): Promise<Floors> {
  const database = new pg.Pool({ connectionString: databaseUrl, max: lanes });
  await fillFloor(database);
  const server = await startProcess('bench/floors/floor-server.ts', [databaseUrl], {});
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const clients: McpClient[] = [];
  const each = async (make: () => Promise<McpClient>) => {
    const made: McpClient[] = [];
    for (let lane = 0; lane < lanes; lane += 1) made.push(await make());
    clients.push(...made);
    return made;
  };
  const hand = await each(() => connectHttp(`${server.url}/hand`));
  const sdk = await each(() => connectHttp(`${server.url}/sdk`));
  const stdio = await connectStdio([join(import.meta.dirname, 'stdio-server.ts')]);
  clients.push(stdio);

  let count = 0;
  const id = () => 1 + ((count += 7) % FLOOR_ROWS);
  const probe = (name: FloorName, work: (lane: number) => Promise<unknown>): Probe => ({
    step: (lane, time) => time(FLOORS[name], () => work(lane)),
    pid: server.pid,
  });
  const ask = (path: string) => once(server.url, {}, agent, { method: 'POST', path, body: { id: 1 } });
  const call = (of: McpClient[], name: string) => (lane: number) =>
    of[lane]?.call(name, { id: 1 }) ?? Promise.reject(new Error('there is no such lane'));
  return {
    probes: {
      stdio: probe('stdio', () => stdio.call('empty', {})),
      http: probe('http', () => ask('/kilobyte')),
      sdk: probe('sdk', call(sdk, 'empty')),
      hand: probe('hand', call(hand, 'empty')),
      handGet: probe('handGet', call(hand, 'get')),
      handStatus: probe('handStatus', call(hand, 'status')),
      get: probe('get', () => database.query({ ...GET, values: [id()] })),
      next: probe('next', () => database.query(NEXT)),
      search: probe('search', () => database.query({ ...SEARCH, values: [WORDS[(count += 1) % WORDS.length]] })),
      status: probe('status', () => database.query({ ...STATUS, values: [id()] })),
      note: probe('note', () => database.query({ ...NOTE, values: [id(), 'The printer answers again.'] })),
      claim: probe('claim', () => database.query(CLAIM)),
      rawGet: probe('rawGet', () => ask('/get')),
      rawStatus: probe('rawStatus', () => ask('/status')),
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      agent.destroy();
      await database.end();
      await server.stop();
    },
  };
}
