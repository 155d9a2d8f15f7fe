import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/** The nginx that the configuration of docs/nginx.conf is tested with, if the machine has one. */
export function findNginx(searchPath: string = process.env['PATH'] ?? ''): string | undefined {
  const folders = [...searchPath.split(path.delimiter).filter((folder) => folder !== ''), ...FOLDERS];
  return folders.map((folder) => path.join(folder, 'nginx')).find(canRun);
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
