// Runs before every npm script, on whatever Node 20+ the machine has: plain JavaScript without a single dependency.
// Brings node_modules in line with package-lock.json (--to-run: what running and building need) and makes sure that what follows runs on a Node that can strip types.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { packagesOf } from './install-packages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binaries = join(root, 'node_modules', '.bin');
const packages = packagesOf(root);
/** `npm start` needs neither the tests' tools nor the developers'. */
const onlyToRun = process.argv.includes('--to-run');
const turn = join(root, '.installing');
const oldestTurn = 30_000;
const needed = [24, 7];

class Refusal extends Error {}

try {
  if (!packages.isUpToDate(onlyToRun)) await installInTurn();
  checkRuntime();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** One install at a time: a lock file that its holder keeps fresh (heartbeat). */
async function installInTurn() {
  await takeTurn();
  const beat = setInterval(() => existsSync(turn) && utimesSync(turn, new Date(), new Date()), 5_000);
  try {
    // Another start may have installed everything while this one waited for the lock.
    if (!packages.isUpToDate(onlyToRun)) await install();
  } finally {
    clearInterval(beat);
    rmSync(turn, { force: true });
  }
}

async function install() {
  console.log(
    onlyToRun
      ? 'Installing what Baton needs to run… (half a minute the first time)'
      : 'Installing dependencies… (about a minute the first time)',
  );
  const failure = await packages.install(onlyToRun);
  if (failure !== undefined)
    throw new Refusal(`Installing dependencies failed (${failure}): mend that, then run the command again.`);
}

async function takeTurn() {
  for (let told = false; !tryToTakeTurn(); told = true) {
    if (!told) console.log('Waiting for another install in this folder to finish…');
    await wait(200);
  }
}

function tryToTakeTurn() {
  try {
    writeFileSync(turn, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') {
      throw new Refusal(`Dependencies cannot be installed in ${root} (${error.code}): make it writable for this user.`);
    }
    if (isAbandoned()) rmSync(turn, { force: true });
    return false;
  }
}

function isAbandoned() {
  try {
    const pid = Number(readFileSync(turn, 'utf8'));
    if (Date.now() - statSync(turn).mtimeMs > oldestTurn) return true;
    return pid > 0 && !isAlive(pid);
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function checkRuntime() {
  const version = runtimeVersion();
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return;
  throw new Refusal(
    `Baton needs Node ${needed.join('.')} or newer here and found ${version}: install it from https://nodejs.org, then run the command again.`,
  );
}

/** npm scripts find node_modules/.bin first, so a pinned runtime there takes precedence. */
function runtimeVersion() {
  const pinned = join(binaries, 'node');
  if (!existsSync(pinned) || realpathSync(pinned) === realpathSync(process.execPath)) return process.version;
  const { stdout, error } = spawnSync(pinned, ['--version'], { encoding: 'utf8' });
  return stdout?.trim() || `one that does not run on this system (${error?.code ?? 'no version'})`;
}
