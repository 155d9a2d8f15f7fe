// Plain JavaScript, so that the type stripper is not loaded into the server's process.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isSupervisedByOthers, supervise } from './supervise.mjs';

const root = new URL('../', import.meta.url);
const pathTo = (file) => fileURLToPath(new URL(file, root));
/** Read anew for each start: an update may have built another one meanwhile. */
const builtServer = () => pathTo(`dist/server/${readFileSync(pathTo('dist/server/current'), 'utf8')}/main.mjs`);

const built = spawnSync(process.execPath, [pathTo('scripts/build.ts')], {
  stdio: 'inherit',
  env: { ...process.env, NODE_COMPILE_CACHE: pathTo('node_modules/.cache/compile') },
});
if (built.status !== 0) process.exitCode = built.status ?? 1;
else if (isSupervisedByOthers()) await import(pathToFileURL(builtServer()).href);
else process.exitCode = await supervise(() => [builtServer(), ...process.argv.slice(2)]);
