import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'));

test('npm start gives Node the same flags and variables as baton serve', () => {
  const { scripts } = read('package.json') as { scripts: { start: string } };
  const { flags, env } = read('bin/lean-runtime.json') as { flags: string[]; env: Record<string, string> };
  const said = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  expect(scripts.start).toBe(['exec env', ...said, 'node', ...flags, 'scripts/start.mjs serve'].join(' '));
});
