#!/usr/bin/env node
// Runs on any Node from 20 on: the server itself needs the pinned one, which npm installs beside this file's package.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const pinned = join(root, 'node_modules/.bin/node');
const runtime = existsSync(pinned) ? pinned : process.execPath;
const child = spawn(runtime, [join(root, 'src/server/main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
