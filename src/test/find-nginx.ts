import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Where a test run unpacks Debian's nginx when none is installed. */
export const unpackedNginx = path.join(import.meta.dirname, '../../node_modules/.cache/nginx');

const folders = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  path.join(unpackedNginx, 'usr/sbin'),
];

/** The nginx for testing docs/nginx.conf, if there is one. */
export function findNginx(searchPath: string = process.env['PATH'] ?? ''): string | undefined {
  const onPath = searchPath.split(path.delimiter).filter((folder) => folder !== '');
  return [...onPath, ...folders].map((folder) => path.join(folder, 'nginx')).find(canRun);
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
