import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const CLI_DIRECTORY = join(ROOT, 'dist/cli');
/** The file that every server offers for download, under the same name for every version. */
const TARBALL = 'baton-cli.tgz';

const README = `# baton-cli

The agent-side command line of Baton: take a task, leave notes, hand the baton on.
Also an MCP server on standard input and output (\`baton mcp\`). One file, no dependencies, Node 20 or newer.

    baton login          sign in to your server
    baton init           connect the coding agents of this folder
    baton prime          where the project stands
    baton claim          take the next task
    baton done --summary "what was done"

\`baton help\` lists every command, \`baton doctor\` finds out what is wrong.
`;

/** Creates the folder that npm packs: one file that runs on Node 20 and later, without server code. */
export async function buildCli(directory = CLI_DIRECTORY): Promise<void> {
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, string>;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'baton.mjs');
  const bundle = await rolldown({
    input: join(ROOT, 'src/cli/main.ts'),
    platform: 'node',
    cwd: ROOT,
    transform: { target: 'node20' },
    // Of both libraries the ES modules: jsonc-parser's `main` loads its parts by a `require` that no bundler can follow,
    // and of yaml's CommonJS files nothing can be left out. Of yaml only the parser of the syntax is used, and what is not
    // called may go: none of its modules does anything when it is loaded.
    resolve: {
      mainFields: ['module', 'main'],
      alias: { yaml: join(ROOT, 'node_modules/yaml/browser/index.js') },
    },
    treeshake: { moduleSideEffects: (id) => !id.includes('/node_modules/yaml/') },
    logLevel: 'warn',
  });
  await bundle.write({
    file,
    format: 'esm',
    banner: '#!/usr/bin/env node',
    codeSplitting: false,
    minify: { compress: true, mangle: true, codegen: true },
  });
  await bundle.close();
  chmodSync(file, 0o755);
  const manifest = {
    name: 'baton-cli',
    version,
    description: 'The command line and the stdio MCP bridge of Baton, for coding agents',
    license,
    type: 'module',
    engines: { node: '>=20' },
    bin: { baton: 'baton.mjs' },
    files: ['baton.mjs'],
  };
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(directory, 'README.md'), README);
  copyFileSync(join(ROOT, 'LICENSE'), join(directory, 'LICENSE'));
}

/** Packs it as a tarball for `npm install`; returns its path. */
export async function packCli(destination: string, directory = CLI_DIRECTORY): Promise<string> {
  await buildCli(directory);
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', destination],
    { cwd: directory, env: { ...process.env, npm_config_update_notifier: 'false' } },
  );
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  if (packed === undefined) throw new Error('npm packed nothing');
  const file = join(destination, TARBALL);
  renameSync(join(destination, packed.filename), file);
  return file;
}

if (import.meta.main) console.log(await packCli(join(ROOT, 'dist')));
