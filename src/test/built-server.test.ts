import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import type { ImportReport } from '#contract/transfer.ts';
import { buildServer } from '../../scripts/build-server.ts';
import { ApiClient } from './api-client.ts';
import { createTestDatabase } from './database.ts';
import { startServer } from './server-process.ts';

const said: string[] = [];
const main = await buildServer((line) => said.push(line));

test('what was built is built once', async () => {
  said.length = 0;
  expect(await buildServer((line) => said.push(line))).toBe(main);
  expect(said).toEqual([]);
});

test('the files of the server are plain ASCII, and each is sound', () => {
  const folder = dirname(main);
  const files = readdirSync(folder);
  expect(files).toEqual(
    expect.arrayContaining(['main.mjs', 'serve-answer.mjs', 'serve-import.mjs', 'serve-planner.mjs']),
  );
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8');
    if (file.startsWith('main')) expect(code, file).not.toMatch(/[^\0-\x7f]/);
    expect(parseSync(file, code).errors, file).toEqual([]);
  }
});

test('a built server serves, imports and plans in threads of its own, and exports what it took', async () => {
  const database = await createTestDatabase();
  const server = await startServer(
    { DATABASE_URL: database.url, BATON_SECRET: 'a-secret-of-the-tests-and-of-nothing-else' },
    main,
  );
  try {
    const client = await ApiClient.signUp(server.url, 'ada@example.com');
    const taken = await client.call<ImportReport>('POST', '/api/projects/import', {
      name: 'Größe – 計画',
      content: largePlan(),
      format: 'task-master',
    });
    expect(taken).toMatchObject({ status: 201 });
    const exported = await client.call('GET', `/api/projects/${taken.data.project.id}/export`);
    expect(JSON.stringify(exported)).toContain('Größe – 計画');
    expect(JSON.stringify(exported)).toContain('Task 199 – “done” ✓');

    const content = '# Shop\n\n## Requirements\n\n- People can pay by card\n- People see their orders\n';
    const prd = await client.call('PUT', `/api/projects/${taken.data.project.id}/prd`, { content, filename: 'prd.md' });
    expect(prd).toMatchObject({ status: 200 });
    expect(server.stderr()).toBe('');
  } finally {
    await server.stop();
    await database.drop();
  }
});

/** Large enough for the worker thread. */
function largePlan(): string {
  const tasks = Array.from({ length: 200 }, (_, index) => ({
    id: index + 1,
    title: `Task ${index} – “done” ✓`,
    description: 'What is to be done, in some words. '.repeat(8),
    status: 'pending',
    dependencies: [],
  }));
  return JSON.stringify({ tasks });
}
