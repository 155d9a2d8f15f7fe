import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildCli } from './build-cli.ts';

/** Agents start the command line for every call: each start reads the whole file, but compiles only what it calls. */
const SIZE_MAX = 350_000;

test('the command line is one small file, without the schemas and without the half of a library that it does not call', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'baton-cli-'));
  try {
    await buildCli(directory);
    const program = readFileSync(join(directory, 'baton.mjs'), 'utf8');
    expect(program.length).toBeLessThan(SIZE_MAX);
    expect(program).not.toContain('ZodError');
    expect(program).not.toContain('YAMLWarning');
  } finally {
    rmSync(directory, { recursive: true });
  }
});
