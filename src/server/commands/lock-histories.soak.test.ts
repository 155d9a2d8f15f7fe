import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { judgeHistory } from '#test/judge-history.ts';
import { runHistory } from '#test/run-history.ts';
import { soak } from '#test/soak.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// A twentieth of what `node scripts/run-histories.ts` does: a linearizability check of recorded histories.
test('what twenty clients are answered by two servers that are killed meanwhile is what one lock would answer', async () => {
  const options = { clients: 20, operations: soak(60), kills: soak(4), seed: 1 };
  const { anomalies } = await runHistory(database.url, options, judgeHistory);
  expect(anomalies).toEqual([]);
});
