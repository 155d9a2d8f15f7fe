import { createTestDatabase } from '#test/database.ts';
import { judgeHistory } from '#test/judge-history.ts';
import { startTestPostgres } from '#test/postgres.ts';
import { runHistory } from '#test/run-history.ts';

// The long version of a test: node scripts/run-histories.ts [clients] [operations of each] [kills] [seed]
const [clients = 20, operations = 2_000, kills = 30, seed = 1] = process.argv.slice(2).map(Number);
const { connection, stop } = await startTestPostgres();
try {
  const database = await createTestDatabase(connection);
  const began = performance.now();
  const options = { clients, operations, kills, seed };
  const { anomalies, summary } = await runHistory(database.url, options, judgeHistory);
  for (const anomaly of anomalies) console.log(anomaly);
  console.log(`${summary}; ${((performance.now() - began) / 1_000).toFixed(0)} s, seed ${seed}`);
  process.exitCode = anomalies.length === 0 ? 0 : 1;
} finally {
  await stop();
}
