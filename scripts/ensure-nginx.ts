import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findNginx, unpackedNginx } from '#test/find-nginx.ts';
import { aptGet } from './apt-get.ts';

/**
 * Unpacks Debian's nginx package for the tests if there is none: installing it would also start a web server on the
 * machine.
 */
function unpackNginx(): void {
  rmSync(unpackedNginx, { recursive: true, force: true });
  mkdirSync(unpackedNginx, { recursive: true });
  const inFolder = { cwd: unpackedNginx, quiet: true };
  if (process.getuid?.() === 0) aptGet(['update'], inFolder);
  aptGet(['download', 'nginx'], inFolder);
  const archive = readdirSync(unpackedNginx).find((name) => name.endsWith('.deb'));
  if (archive === undefined) return;
  run('dpkg', '-x', archive, '.');
  // A binary with missing libraries does not count.
  const program = path.join(unpackedNginx, 'usr/sbin/nginx');
  if (!run(program, '-v')) rmSync(unpackedNginx, { recursive: true, force: true });
}

function run(command: string, ...words: string[]): boolean {
  return spawnSync(command, words, { cwd: unpackedNginx, stdio: 'ignore' }).status === 0;
}

if (findNginx() === undefined) unpackNginx();
if (findNginx() === undefined) {
  console.log('Not applicable here: docs/nginx.conf is not tested, for there is no nginx. Install nginx to test it.');
}
