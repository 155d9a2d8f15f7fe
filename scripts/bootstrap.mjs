// Runs before every npm script, on whatever Node 20+ the machine has: plain JavaScript without a single dependency.
// Brings node_modules in line with package-lock.json and makes sure that what follows runs on a Node that can strip types.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const binaries = join(modules, '.bin');
const lock = join(root, 'package-lock.json');
// A folder on a volume shared with another platform needs that platform's packages.
const installed = join(modules, `.baton-lock-${process.platform}-${process.arch}.json`);
const turn = join(root, '.installing');
const oldestTurn = 30_000;
const needed = [24, 7];

class Refusal extends Error {}

try {
  if (!isUpToDate()) await installInTurn();
  checkRuntime();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function isUpToDate() {
  return existsSync(installed) && readFileSync(installed).equals(readFileSync(lock));
}

/** One install at a time: a lock file that its holder keeps fresh (heartbeat). */
async function installInTurn() {
  await takeTurn();
  const beat = setInterval(() => existsSync(turn) && utimesSync(turn, new Date(), new Date()), 5_000);
  try {
    // Another start may have installed everything while this one waited for the lock.
    if (!isUpToDate()) await install();
  } finally {
    clearInterval(beat);
    rmSync(turn, { force: true });
  }
}

async function install() {
  console.log('Installing dependencies… (about a minute the first time)');
  const wanted = readFileSync(lock);
  // The web app is built on this machine, so dev dependencies are needed even with NODE_ENV=production.
  const groups = ['--include=dev', '--include=optional'];
  const { code, output } = await runNpm(['ci', ...groups, '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) {
    throw new Refusal(`Installing dependencies failed (${reasonIn(output)}): mend that, then run the command again.`);
  }
  mkdirSync(modules, { recursive: true });
  writeFileSync(installed, wanted);
}

/** npm deletes node_modules first, the pinned Node in it included: it has to run on the machine's own. */
function runNpm(args) {
  const { npm_execpath: npm = '', npm_node_execpath: node = '' } = process.env;
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== binaries);
  const known = existsSync(npm) && existsSync(node) && !realpathSync(node).startsWith(modules);
  const [command, ...first] = known ? [node, npm] : ['npm'];
  const env = { ...process.env, PATH: path.join(delimiter) };
  const child = spawn(command, [...first, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `npm cannot be run: ${error.code}` }));
    child.once('close', (code) => resolve({ code, output: Buffer.concat(output).toString() }));
  });
}

/** npm's first line about the error itself, after its bare code. */
function reasonIn(output) {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!)\s*/i, '').trim())
    .filter((line) => line !== '' && !line.startsWith('A complete log'));
  return lines.find((line) => !/^(code|errno|syscall|path) /.test(line)) ?? lines[0] ?? 'npm gave no reason';
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
