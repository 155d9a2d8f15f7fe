import './ensure-nginx.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Work, work } from './failover/agent.ts';
import { openBridge, openCommandLine } from './failover/client.ts';
import { Record } from './failover/record.ts';
import { reportOn } from './failover/report-on.ts';
import { SIZES } from './failover/sizes.ts';
import { type FailoverWorld, openFailoverWorld } from './failover/world.ts';
import { compareWithDatabase } from './faults/compare-with-database.ts';
import { summarise, writeReport } from './faults/figures.ts';
import { Ledger } from './faults/ledger.ts';
import { runInterruptible } from './run-interruptible.ts';

/**
 * Failover under load: agents work through nginx and two servers on a primary with a synchronous standby; the primary is
 * killed, the standby promoted, and every acknowledged write looked for in the database.
 */
const { values } = parseArgs({
  options: { agents: { type: 'string' }, writes: { type: 'string' }, 'promote-after': { type: 'string' } },
});
const sizes = {
  ...SIZES,
  agents: Number(values.agents ?? SIZES.agents),
  writes: Number(values.writes ?? SIZES.writes),
  promoteAfterMs: Number(values['promote-after'] ?? SIZES.promoteAfterMs / 1_000) * 1_000,
};

await runInterruptible(async (later) => {
  const world = await openFailoverWorld(later);
  const [ledger, record] = [new Ledger(), new Record()];
  for (const { tasks } of world.projects) ledger.tasks.push(...tasks.values());
  let isOver = false;
  const working = Promise.all(agentsOf(world, ledger, record, () => isOver).map(work));
  working.catch(() => undefined);
  const times = await Promise.race([failOver(world, record), working.then(() => undefined)]);
  isOver = true;
  await working;
  if (times === undefined) throw new Error('the agents ran out of work');

  const pool = new pg.Pool({ connectionString: world.pair.standby.url, max: 2 });
  later(() => pool.end());
  const report = reportOn(sizes, record, await compareWithDatabase(pool, ledger), times);
  console.log(writeReport(report));
  return summarise([report]).good ? 0 : 1;
});

function agentsOf(
  { url, key, projects }: FailoverWorld,
  ledger: Ledger,
  record: Record,
  isOver: () => boolean,
): Work[] {
  return Array.from({ length: sizes.agents }, (_, place) => {
    const project = projects[place % projects.length];
    if (project === undefined) throw new Error('there is no project');
    const isCommandLine = Math.floor(place / projects.length) % 2 === 0;
    const name = `${isCommandLine ? 'cli' : 'mcp'}-${place + 1}`;
    const door = { url, key, projectId: project.id, name, patienceMs: sizes.patienceMs };
    const client = isCommandLine ? openCommandLine(door) : openBridge(door);
    return { name, client, projectId: project.id, tasks: project.tasks, ledger, record, isOver };
  });
}

/** Kills the primary amid the work and promotes the standby, between as many acknowledged writes before and after. */
async function failOver({ pair }: FailoverWorld, record: Record): Promise<{ promotedMs: number; resumedMs: number }> {
  await record.more(sizes.writes, sizes.limitMs);
  await pair.primary.kill();
  const killed = performance.now();
  await wait(sizes.promoteAfterMs);
  await pair.standby.query('select pg_promote()');
  const promoted = performance.now();
  await record.more(1, sizes.limitMs);
  const resumed = performance.now();
  await record.more(sizes.writes, sizes.limitMs);
  return { promotedMs: promoted - killed, resumedMs: resumed - promoted };
}
