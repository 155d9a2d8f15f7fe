import { spawn, type SpawnOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from '#server/platform/start-error.ts';
import { guard } from '../../guard.ts';
import { type Binaries, cannotRunHere, hasExtensionLibrary, program } from './binaries.ts';
import { applicationDatabase, role } from './connection.ts';
import { notWritable, withDraft } from './data-directory.ts';
import { errorCode, unless } from './error-code.ts';
import { homeLayout, type Layout } from './layout.ts';
import { type DatabaseUser, makeTraversable, own, runOnCluster } from './run-as.ts';
import { asArguments, type Settings, tunableSettings } from './settings.ts';

type Plan = { binaries: Binaries; layout: Layout; user: DatabaseUser | undefined; settings: Settings };

/**
 * Creates a new cluster in a temporary directory and renames it into place, which is atomic: a start that dies half-way
 * leaves only the draft, and of two concurrent starts the second finds the first one's cluster and drops its own.
 */
export async function initialise(plan: Plan): Promise<void> {
  const { directory } = plan.layout;
  await withDraft(directory, (draft) => build(draft, plan)).catch((error: unknown) => {
    throw error instanceof StartError || errorCode(error) === undefined ? error : notWritable(directory, error);
  });
}

async function build(draft: string, plan: Plan): Promise<void> {
  const { layout, user } = plan;
  const { cluster, password } = homeLayout(draft);
  await mkdir(draft, { mode: 0o700 });
  await mkdir(cluster, { mode: 0o700 });
  await own(cluster, user);
  await makeTraversable([layout.directory, draft], user);
  await initdb(cluster, plan);
  const secret = randomBytes(24).toString('base64url');
  await writeSynced(password, secret);
  await allowOnlyTheRole(cluster, user);
  await createRole(cluster, secret, plan);
  await rename(draft, layout.home).catch(unless('ENOTEMPTY', 'EEXIST'));
  await sync(layout.directory);
}

async function initdb(cluster: string, { binaries, user, settings }: Plan): Promise<void> {
  const { options, dataPath } = runOnCluster(cluster, user);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const nosync = settings['fsync'] === 'off' ? ['--no-sync'] : [];
  const login = ['--username=postgres', '--auth=reject', '--no-instructions'];
  const args = ['-D', dataPath, ...login, ...locale, ...nosync, ...asArguments(tunableSettings)];
  await runToEnd(binaries, 'initdb', args, options);
}

/** Uses single-user mode to create an ordinary role, and leaves the superuser without any way to log in. */
async function createRole(cluster: string, secret: string, plan: Plan): Promise<void> {
  const { options, dataPath } = runOnCluster(cluster, plan.user);
  const statements = [
    // In template1, so that every later database has it: creating the extension needs a superuser.
    ...(hasExtensionLibrary(plan.binaries, 'pg_stat_statements') ? ['CREATE EXTENSION pg_stat_statements'] : []),
    `CREATE ROLE ${role} LOGIN CREATEDB PASSWORD '${secret}'`,
    `GRANT pg_monitor TO ${role}`,
    `CREATE DATABASE ${applicationDatabase} OWNER ${role}`,
  ];
  const settings = asArguments({ ...plan.settings, exit_on_error: 'on', log_checkpoints: 'off' });
  const args = ['--single', '-D', dataPath, ...settings, 'template1'];
  const input = statements.map((statement) => `${statement};\n`).join('');
  await runToEnd(plan.binaries, 'postgres', args, options, input);
}

async function runToEnd(
  binaries: Binaries,
  name: 'initdb' | 'postgres',
  args: string[],
  options: SpawnOptions,
  input = '',
): Promise<void> {
  const child = spawn(program(binaries, name), args, { ...options, stdio: ['pipe', 'ignore', 'pipe'] });
  const failed = new Promise<never>((_, reject) => guard(child).once('error', () => reject(cannotRunHere(binaries))));
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin?.on('error', () => undefined).end(input);
  const complaint = child.stderr ? text(child.stderr) : Promise.resolve('');
  const code = await Promise.race([closed, failed]);
  if (code === 0) return;
  const lines = (await complaint).trim().split('\n');
  const reason = lines.find((line) => /error|fatal|panic|could not/i.test(line)) ?? lines.at(-1);
  throw new StartError(`The database could not be set up: ${reason?.trim() || `${name} ended with ${code}`}`);
}

async function allowOnlyTheRole(cluster: string, user: DatabaseUser | undefined): Promise<void> {
  const path = join(cluster, 'pg_hba.conf');
  const draft = `${path}.new`;
  await writeSynced(
    draft,
    `# Connections come through the unix socket, as this role, with its password.\nlocal all ${role} scram-sha-256\n`,
  );
  await own(draft, user);
  await rename(draft, path);
}

/** Exclusive create, so that it never writes through a symlink: the cluster's folder belongs to a less trusted user. */
async function writeSynced(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
