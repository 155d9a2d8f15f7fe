import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '#test/database.ts';
import { judgeHistory } from '#test/judge-history.ts';
import { startTestPostgres } from '#test/postgres.ts';
import { type HistoryRun, runHistory } from '#test/run-history.ts';

// The long version of a test: node scripts/run-histories.ts [clients] [operations of each] [kills] [seed]
const [clients = 20, operations = 2_000, kills = 30, seed = 1] = process.argv.slice(2).map(Number);
const { connection, stop } = await startTestPostgres();
try {
  const database = await createTestDatabase(connection);
  const began = performance.now();
  const options = { clients, operations, kills, seed };
  const { anomalies, summary } = await runHistory(database.url, options, async (run) => {
    const judgement = await judgeHistory(run);
    if (judgement.anomalies.length > 0) console.log(`kept in ${await keep(run)}`);
    return judgement;
  });
  for (const anomaly of anomalies) console.log(anomaly);
  console.log(`${summary}; ${((performance.now() - began) / 1_000).toFixed(0)} s, seed ${seed}`);
  process.exitCode = anomalies.length === 0 ? 0 : 1;
} finally {
  await stop();
}

/** Saves a history that failed the check, with the feed, for analysis. */
async function keep({ histories, pool }: HistoryRun): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-history-'));
  for (const { project, entries, told } of histories) {
    const { rows: events } = await pool.query(
      `select seq, type, data, actor from events where scope = 'project:' || $1::text and type like 'baton.%' order by seq`,
      [project.id],
    );
    await writeFile(join(folder, `${project.id}.json`), JSON.stringify({ project, entries, told, events }));
  }
  return folder;
}
