import { chmodSync, copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { makeLibraryLinks } from '#server/platform/db/embedded/binaries.ts';
import { buildCli } from '../build-cli.ts';
import { buildDocs } from '../build-docs.ts';
import { buildServer } from '../build-server.ts';
import { buildWeb } from '../build-web.ts';
import { runManifest } from '../run-manifest.mjs';
import { listLicences } from './list-licences.ts';
import { type Platform, ROOT, releaseVersion } from './platforms.ts';
import { takePackage } from './take-package.ts';

/** What the built server still looks up in node_modules, because it is dropped from memory after it was read. */
const LOOKED_UP = { '@zxcvbn-ts/language-common': '*' };
const MIGRATIONS = 'src/server/platform/db/migrations';
/** Runs for a minute or more, so that the caller says what happens. */
type Report = (line: string) => void;

/**
 * Everything a machine of the platform needs to run Baton. Under `app` as in a checkout, because the built server names
 * the places of migrations, web app and packages relative to its own.
 */
export async function layOut(platform: Platform, folder: string, report: Report): Promise<void> {
  await buildWeb(report);
  await buildDocs(report);
  const server = path.dirname(await buildServer(report));
  const app = path.join(folder, 'app');
  copy(server, path.join(app, 'dist/server/build'));
  copy(path.join(ROOT, 'dist/web'), path.join(app, 'dist/web'), (file) => !path.basename(file).startsWith('.'));
  await buildCli(path.join(app, 'dist/cli'));
  for (const file of globSync(`${MIGRATIONS}/*/migration.sql`, { cwd: ROOT }))
    copy(path.join(ROOT, file), path.join(app, file));
  for (const place of packagesLookedUp()) copy(path.join(ROOT, place), path.join(app, place), isRead);
  await addPrograms(platform, folder);
  addPapers(platform, folder);
}

async function addPrograms({ node, postgres }: Platform, folder: string): Promise<void> {
  const runtime = path.join(folder, 'runtime');
  await takePackage(node, runtime);
  const database = path.join(folder, 'app/node_modules', postgres.name);
  await takePackage(postgres, database);
  // Made now: the folder may be read-only for whoever runs it.
  await makeLibraryLinks(database);
  for (const program of [path.join(runtime, 'bin/node'), ...globSync(path.join(database, 'native/bin/*'))])
    chmodSync(program, 0o755);
}

function addPapers(platform: Platform, folder: string): void {
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  writeFileSync(path.join(folder, 'LICENSES-OF-OTHERS'), listLicences(ROOT));
  for (const file of ['baton.service', 'baton.env']) copy(path.join(ROOT, 'deploy', file), path.join(folder, file));
  for (const file of ['deploy/high-availability/ha.sh', 'docs/nginx.conf'])
    copy(path.join(ROOT, file), path.join(folder, path.basename(file)));
  const version = releaseVersion();
  for (const file of ['README.md', 'baton']) {
    const text = readFileSync(path.join(ROOT, 'deploy/release', file), 'utf8');
    writeFileSync(
      path.join(folder, file),
      text.replaceAll('{version}', version).replaceAll('{platform}', platform.name),
    );
  }
  chmodSync(path.join(folder, 'baton'), 0o755);
}

function copy(from: string, to: string, filter: (file: string) => boolean = () => true): void {
  mkdirSync(path.dirname(to), { recursive: true });
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, filter: (file) => file === from || filter(file) });
}

const Lock = z.object({ packages: z.record(z.string(), z.looseObject({})) });

function packagesLookedUp(): string[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')));
  const root = { dependencies: LOOKED_UP };
  const { lock } = runManifest(root, { packages: { ...packages, '': root } });
  return Object.keys(lock.packages).filter((place) => place !== '');
}

/** Of two builds of a library, CommonJS is the one that is required. */
const isRead = (file: string): boolean =>
  !/[\\/](src|node_modules)$|\.(mjs|map|d\.ts)$|zxcvbn-ts\.js$|CHANGELOG\.md$/.test(file);
