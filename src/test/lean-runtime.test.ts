import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const read = (file: string): unknown => JSON.parse(textOf(file));

test('npm start gives Node the same flags and variables as baton serve', () => {
  const { scripts } = read('package.json') as { scripts: { start: string } };
  const { flags, env } = read('bin/lean-runtime.json') as { flags: string[]; env: Record<string, string> };
  const said = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  expect(scripts.start).toBe(['exec env', ...said, 'node', ...flags, 'scripts/start.mjs serve'].join(' '));
});

test('so does the start of a release', () => {
  const { flags, env } = read('bin/lean-runtime.json') as { flags: string[]; env: Record<string, string> };
  const start = textOf('deploy/release/baton');
  for (const [name, value] of Object.entries(env)) expect(start).toContain(`export ${name}="\${${name}:-${value}}"`);
  expect(start).toContain(`exec "$node" ${flags.join(' ')} "$here/app/dist/server/build/main.mjs" "$@"`);
});
