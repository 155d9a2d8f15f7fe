import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../run-command.ts';

export interface Package {
  package: string;
  /** Default: the newest. */
  version?: string;
  binary: string;
}

export interface Installed {
  binary: string;
  version: string;
}

const INSTALL_SECONDS = 300;

/** Installs a package into a folder of its own; an installed one is reused. */
export async function installPackage(wanted: Package, cache: string, signal: AbortSignal): Promise<Installed> {
  const folder = join(cache, wanted.package.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-/, ''));
  const binary = join(folder, 'node_modules/.bin', wanted.binary);
  const manifest = join(folder, 'node_modules', wanted.package, 'package.json');
  if (!isThere(binary, manifest, wanted.version)) await install(wanted, folder, signal);
  return { binary, version: versionIn(manifest) };
}

const isThere = (binary: string, manifest: string, version: string | undefined): boolean =>
  existsSync(binary) && existsSync(manifest) && (version === undefined || versionIn(manifest) === version);

const versionIn = (manifest: string): string =>
  (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;

async function install(wanted: Package, folder: string, signal: AbortSignal): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // Without a package.json of its own npm would use one of a parent folder.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const name = `${wanted.package}@${wanted.version ?? 'latest'}`;
  const words = ['install', '--no-audit', '--no-fund', '--loglevel=error', name];
  const { trouble, output } = await runCommand(['npm', ...words], {
    limitSeconds: INSTALL_SECONDS,
    signal,
    cwd: folder,
    env: npmEnvironment(),
  });
  if (trouble !== undefined) throw new Error(`npm install ${name}: ${trouble}\n${output}`);
}

/** npm's own environment variables would configure the nested npm. */
const npmEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || /^npm_(config_(local_prefix|prefix)|package|lifecycle|command)/.test(name)
        ? []
        : [[name, value]],
    ),
  );

/** PATH with more folders in front. */
export const pathWith = (...folders: string[]): string => [...folders, process.env['PATH'] ?? ''].join(delimiter);
