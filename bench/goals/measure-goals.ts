import { Agent } from 'node:http';
import { join } from 'node:path';
import { buildCli } from '../../scripts/build-cli.ts';
import { fillMillion } from '../fill-million.ts';
import { FLOORS, type FloorName, type Floors, openFloors } from '../floors/floor-probes.ts';
import { type Figures, type Probe, interleave } from '../interleave.ts';
import { type McpClient, connectStdio } from '../mcp-client.ts';
import { blockedPlan, usualPlan } from '../plan-document.ts';
import { waitUntilRead } from '../wait-until-read.ts';
import { type BenchStore, openBenchStore } from './bench-store.ts';
import { type LogOfCalls, measureLog } from './measure-log.ts';
import { reportTokens } from './report-tokens.ts';
import { type Plan, type ToolProbes, openToolProbes } from './tool-probes.ts';

export type Measured = Map<string, Figures>;

export interface Goals {
  plans: { warm: Plan; small?: Plan; usual: Plan; large?: Plan; blocked?: Plan };
  one: Measured;
  eight: Measured;
  log: LogOfCalls;
  /** Size of the largest plan's tree. */
  planBytes?: number;
  /** The usual plan's calls in an instance of a million tasks. */
  million?: Measured;
}

export interface Extent {
  rounds: number;
  steps: number;
  /** Plans of 100 and 10,000 tasks, one with 5,000 blocked in front, and every floor. */
  isWhole: boolean;
  isMillion: boolean;
}

export const BRIDGE = 'get over `baton mcp`';
const LANES = 8;
const BLOCKED = 5_000;
const SHORT_FLOORS: FloorName[] = ['stdio', 'handGet', 'handStatus', 'rawGet', 'rawStatus'];
const PROGRAM = join(import.meta.dirname, '../../dist/cli/baton.mjs');
/** Warm-up for the JIT: servers run for weeks. */
const WARM_UP = { rounds: 1, steps: 400, lanes: 1 };

/** All measurements of the goals, on one real server and database, with floors and ours interleaved. */
export async function measureGoals(directory: string, extent: Extent): Promise<Goals> {
  const store = await openBenchStore(join(directory, 'agents'));
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const toClose: { close(): Promise<unknown> }[] = [];
  const keep = <T extends { close(): Promise<unknown> }>(opened: T): T => {
    toClose.push(opened);
    return opened;
  };
  try {
    const floors = keep(await openFloors(store.databaseUrl, LANES));
    const plans = await makePlans(store, extent.isWhole);
    const open = async (plan: Plan) => keep(await openToolProbes(store, plan, agent, LANES));
    const usual = await open(plans.usual);
    const others: ToolProbes[] = [];
    for (const plan of [plans.small, plans.large]) if (plan !== undefined) others.push(await open(plan));
    const blocked = plans.blocked === undefined ? [] : [(await open(plans.blocked)).work];
    await buildCli();
    const bridge = keep(await openBridge(store, plans.usual));
    const course = { rounds: extent.rounds, steps: extent.steps };
    const ofPlan = ({ get, next, note, edit, search, work }: ToolProbes) => [get, next, note, edit, search, work];
    const bare = [...floorsOf(floors, extent.isWhole), bridgeProbe(bridge, store)];
    const alone = [...bare, ...ofPlan(usual), ...blocked, ...others.flatMap(ofPlan)];
    const warm = ofPlan(await open(plans.warm));
    await interleave([...bare, ...warm], WARM_UP);
    const one = await interleave(alone, { ...course, lanes: 1 });
    const crowd = [...floorsOf(floors, extent.isWhole), usual.get, usual.edit, usual.work];
    const eight = await interleave(crowd, { rounds: extent.rounds, steps: Math.ceil(extent.steps / 3), lanes: LANES });
    const log = await measureLog(store, plans.usual, agent);
    if (extent.isWhole) await reportTokens(store, plans.usual, agent);
    const found: Goals = { plans, one, eight, log };
    if (plans.large !== undefined) found.planBytes = await readPlanBytes(store, plans.large);
    if (extent.isMillion) {
      await fillMillion(store.database);
      found.million = await interleave(ofPlan(usual), { ...course, lanes: 1 });
    }
    return found;
  } finally {
    for (const each of toClose.toReversed()) await each.close();
    agent.destroy();
    await store.close();
  }
}

const floorsOf = ({ probes }: Floors, isWhole: boolean): Probe[] =>
  (isWhole ? (Object.keys(FLOORS) as FloorName[]) : SHORT_FLOORS).map((name) => probes[name]);

async function makePlans(store: BenchStore, isWhole: boolean): Promise<Goals['plans']> {
  const make = async (name: string, tasks: number, document: string): Promise<Plan> => ({
    name,
    tasks,
    projectId: await store.importPlan(name, document),
  });
  const warm = await make('warm', 1_000, usualPlan(1_000));
  const usual = await make('1,000', 1_000, usualPlan(1_000));
  if (isWhole) {
    const small = await make('100', 100, usualPlan(100));
    const large = await make('10,000', 10_000, usualPlan(10_000));
    const blocked = await make('5,000 blocked in front', BLOCKED + 1_000, blockedPlan(BLOCKED, 999));
    await settle(store);
    return { warm, usual, small, large, blocked };
  }
  await settle(store);
  return { warm, usual };
}

async function settle({ database }: BenchStore): Promise<void> {
  console.log(`\nThe search had read the plans ${(await waitUntilRead(database)).toFixed(0)} s after they were there`);
}

const openBridge = ({ server, key }: BenchStore, { projectId }: Plan): Promise<McpClient> =>
  connectStdio([PROGRAM, 'mcp'], {
    HOME: '/nonexistent',
    BATON_URL: server.url,
    BATON_API_KEY: key,
    BATON_PROJECT: projectId,
  });

function bridgeProbe(bridge: McpClient, { server }: BenchStore): Probe {
  let count = 0;
  return {
    step: (_, time) => time(BRIDGE, () => bridge.call('task_get', { id: `T${1 + ((count += 37) % 1_000)}` })),
    pid: server.pid,
  };
}

/** Uncompressed. */
async function readPlanBytes({ server, client }: BenchStore, { projectId }: Plan): Promise<number> {
  const headers = { authorization: `Bearer ${await client.renewToken()}`, 'accept-encoding': 'identity' };
  const answer = await fetch(`${server.url}/api/projects/${projectId}/plan/tree`, { headers });
  if (answer.status !== 200) throw new Error(`the plan cannot be read: ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
}
