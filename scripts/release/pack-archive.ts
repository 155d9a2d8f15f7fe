import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { create } from 'tar';

/**
 * One gzipped tar: every system unpacks it without installing anything. The same files give the same bytes, whoever
 * packs them and when (a checkout without git: at another time).
 */
export async function packArchive(parent: string, folder: string, file: string, level: number): Promise<void> {
  await create({ cwd: parent, file, gzip: { level, portable: true }, portable: true, mtime: timeOfSources() }, [
    folder,
  ]);
}

/** Not a constant: browsers compare the times of two versions of a page. */
function timeOfSources(): Date {
  const { SOURCE_DATE_EPOCH: given } = process.env;
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: import.meta.dirname, encoding: 'utf8' });
  const seconds = Number(given ?? stdout ?? '');
  return seconds > 0 ? new Date(seconds * 1_000) : new Date();
}

export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
