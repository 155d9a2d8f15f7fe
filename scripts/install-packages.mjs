// Used by bootstrap.mjs, on whatever Node 20+ the machine has: plain JavaScript without a single dependency.
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { runManifest } from './run-manifest.mjs';

const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
// Whatever NODE_ENV says: which of our packages are needed is decided here.
const groups = ['--include=dev', '--include=optional', ...quiet];

/** The packages of one checkout. What is installed is told by copies of the lock file within node_modules. */
export function packagesOf(root) {
  const modules = join(root, 'node_modules');
  const lock = join(root, 'package-lock.json');
  // A folder on a volume shared with another platform needs that platform's packages.
  const platform = `${process.platform}-${process.arch}.json`;
  const all = join(modules, `.baton-lock-${platform}`);
  const toRun = join(modules, `.baton-run-lock-${platform}`);
  const adding = join(modules, '.baton-adding');
  const staging = join(root, '.installing-packages');
  const isCurrent = (marker) => existsSync(marker) && readFileSync(marker).equals(readFileSync(lock));

  /** Everything, from scratch. */
  async function replaceAll() {
    const wanted = readFileSync(lock);
    const failure = await runNpm(['ci', ...groups], root, modules);
    if (failure !== undefined) return failure;
    mkdirSync(modules, { recursive: true });
    writeFileSync(all, wanted);
    return undefined;
  }

  /** What tests and development need, beside what is there already: a running server keeps its files. */
  async function addTheRest() {
    const wanted = readFileSync(lock);
    // npm takes a package that it was killed over for a whole one, so the next install starts from scratch.
    writeFileSync(adding, '');
    const failure = await runNpm(['install', '--no-save', ...groups], root, modules);
    rmSync(adding, { force: true });
    if (failure !== undefined) return failure;
    writeFileSync(all, wanted);
    return undefined;
  }

  /** Only what running and building need: made beside the old folder, and renamed into its place when it is whole. */
  async function replaceToRun() {
    const wanted = readFileSync(lock);
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging);
    try {
      const kept = runManifest(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')), JSON.parse(wanted));
      writeFileSync(join(staging, 'package.json'), JSON.stringify(kept.manifest));
      writeFileSync(join(staging, 'package-lock.json'), JSON.stringify(kept.lock));
      if (existsSync(join(root, '.npmrc'))) copyFileSync(join(root, '.npmrc'), join(staging, '.npmrc'));
      const failure = await runNpm(['ci', ...groups], staging, modules);
      if (failure !== undefined) return failure;
      const made = join(staging, 'node_modules');
      mkdirSync(made, { recursive: true });
      writeFileSync(join(made, `.baton-run-lock-${platform}`), wanted);
      if (existsSync(modules)) renameSync(modules, join(staging, 'replaced'));
      renameSync(made, modules);
      return undefined;
    } catch (error) {
      // A mount point cannot be renamed.
      if (error.code === 'EBUSY' || error.code === 'EXDEV') return await replaceAll();
      throw error;
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  }

  return {
    isUpToDate: (onlyToRun) => isCurrent(all) || (onlyToRun && isCurrent(toRun)),
    /** Returns why it failed, if it did. Who had everything gets everything again when the lock file has changed. */
    install(onlyToRun) {
      if (onlyToRun && !existsSync(all)) return replaceToRun();
      return isCurrent(toRun) && !existsSync(adding) ? addTheRest() : replaceAll();
    },
  };
}

/** npm may delete the pinned Node in node_modules: it has to run on the machine's own. */
async function runNpm(args, folder, modules) {
  const { npm_execpath: npm = '', npm_node_execpath: node = '' } = process.env;
  const path = (process.env.PATH ?? '').split(delimiter).filter((place) => place !== join(modules, '.bin'));
  const known = existsSync(npm) && existsSync(node) && !realpathSync(node).startsWith(modules);
  const [command, ...first] = known ? [node, npm] : ['npm'];
  const env = { ...process.env, PATH: path.join(delimiter) };
  // Set by the npm that runs us; it would send the install to the checkout instead of the folder.
  delete env.npm_config_local_prefix;
  const child = spawn(command, [...first, ...args], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`npm cannot be run: ${error.code}`));
    child.once('close', (code) => resolve(code === 0 ? undefined : reasonIn(Buffer.concat(output).toString())));
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
