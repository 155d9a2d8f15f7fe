// Plain JavaScript, so that the type stripper is not loaded into the server's process.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const pathTo = (file) => fileURLToPath(new URL(file, root));
const built = spawnSync(process.execPath, [pathTo('scripts/build.ts')], {
  stdio: 'inherit',
  env: { ...process.env, NODE_COMPILE_CACHE: pathTo('node_modules/.cache/compile') },
});
if (built.status === 0) {
  const current = readFileSync(pathTo('dist/server/current'), 'utf8');
  await import(new URL(`dist/server/${current}/main.mjs`, root).href);
} else {
  process.exitCode = built.status ?? 1;
}
