#!/usr/bin/env node
// Runs on any Node from 20 on: the sources need the pinned one, which npm installs beside this file's package.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const pathTo = (file) => fileURLToPath(new URL(file, root));
/** Commands that need the server's own data; all others call a running server. */
const SERVER_SIDE = new Set(['start', 'serve', 'migrate', 'admin', 'outbox', 'backup', 'restore', 'demo']);
const HELP = new Set([undefined, 'help', '--help', '-h']);

const words = process.argv.slice(2);
const isHelp = HELP.has(words[0]) && words.length < 2;
const sources = isHelp ? ['src/cli/main.ts', 'src/server/main.ts'] : [sourceOf(words[0])];
const pinned = pathTo('node_modules/.bin/node');
const runtime = existsSync(pinned) ? pinned : process.execPath;

for (const source of sources) {
  if (source !== sources[0]) console.log('\nServer side:\n');
  process.exitCode = await run(source);
}

function sourceOf(command) {
  // Built first if its sources have changed, like `npm start`.
  if (command === 'start' || command === 'serve') return 'scripts/start.mjs';
  return SERVER_SIDE.has(command) ? 'src/server/main.ts' : 'src/cli/main.ts';
}

function run(source) {
  const { flags, env } = source === 'src/cli/main.ts' ? { flags: [], env: {} } : lean();
  const child = spawn(runtime, [...flags, pathTo(source), ...words], {
    stdio: 'inherit',
    env: { ...env, ...process.env },
  });
  const hand = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, hand);
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : 1));
  });
}

/**
 * Node options of the server, as with `npm start`: by default V8's young generation grows to a hundred megabytes and
 * stays there.
 */
function lean() {
  return JSON.parse(readFileSync(pathTo('bin/lean-runtime.json'), 'utf8'));
}
