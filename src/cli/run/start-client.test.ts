import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishForRun } from '#contract/run-work.ts';
import { openClaudeReader } from './clients/streams/claude-stream.ts';
import { startClient } from './start-client.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what a client says it used is told as the server takes it, however much that is', async () => {
  for (const [tokens, cost] of [
    [1e300, 1e300],
    [2.5, 0.25],
  ] as const) {
    const result = { type: 'result', total_cost_usd: cost, usage: { input_tokens: tokens } };
    const ended = await startClient({
      plan: {
        command: process.execPath,
        args: ['-e', `console.log(${JSON.stringify(JSON.stringify(result))})`],
        env: {},
        stdin: '',
      },
      folder: tmpdir(),
      commands: folder,
      inputFile: join(folder, 'input'),
      reader: openClaudeReader(() => new Date()),
      stallMs: 60_000,
      signal: new AbortController().signal,
      onStart: () => undefined,
      onLine: () => undefined,
      onMove: () => undefined,
    });
    const told = finishForRun.body.shape.tokens.safeParse(ended.tokens).success;
    expect([told, finishForRun.body.shape.cost_usd.safeParse(ended.costUsd).success]).toEqual([true, true]);
    expect(ended.tokens).toBeGreaterThan(0);
  }
});
