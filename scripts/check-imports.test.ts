import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkImports } from './check-imports.ts';
import { environmentRule, importRows, libraryRules } from './import-rules.ts';
import { plantFiles } from './plant-files.ts';

const cleanTree = {
  'src/contract/task.ts': `import { z } from 'zod'; export const Task = z.string();`,
  'src/markdown/read-blocks.ts': `export const blocks = 1;`,
  'src/server/platform/config.ts': `export const port = process.env['PORT'];`,
  'src/server/platform/http/mount.ts': `import type { FastifyInstance } from 'fastify'; export type Door = FastifyInstance;`,
  'src/server/platform/version.ts': `import manifest from '../../../package.json' with { type: 'json' }; export default manifest;`,
  'package.json': '{}',
  'src/server/auth/index.ts': `export { port } from '#server/platform/config.ts';`,
  'src/server/auth/sign-in.ts': `import { readFile } from 'node:fs/promises'; export const signIn = readFile;`,
  'src/server/billing/index.ts': `import { port } from '#server/auth/index.ts'; export const tier = port;`,
  'src/server/projects/index.ts': `import { tier } from '#server/billing/index.ts'; export const project = tier;`,
  'src/server/projects/queries.ts': `export const one = 1;`,
  'src/server/projects/queries.test.ts': `import { app } from '#test/harness.ts'; import { one } from './queries.ts'; export default [app, one, process.env];`,
  'src/server/notes/index.ts': `export { project } from '#server/projects/index.ts';`,
  'src/server/plan/index.ts': `export { project } from '#server/notes/index.ts';`,
  'src/server/engine/index.ts': `export { draft } from './planning/draft.ts';`,
  'src/server/engine/reading/read.ts': `import { blocks } from '#markdown/read-blocks.ts'; import type { Task } from '#contract/task.ts'; export const read: Task | unknown = blocks;`,
  'src/server/engine/planning/draft.ts': `export { read as draft } from '../reading/read.ts';`,
  'src/server/realtime/routes.ts': `import type { FastifyInstance } from 'fastify'; export type Door = FastifyInstance;`,
  'src/server/agent/tools/task-finish.ts': `import { Server } from '@modelcontextprotocol/server'; export const server = Server;`,
  'src/server/admin/index.ts': `export { project } from '#server/projects/index.ts';`,
  'src/server/commands/serve.ts': `import { signIn } from '../auth/sign-in.ts'; export const serve = signIn;`,
  'src/server/app.ts': `import Fastify from 'fastify'; import { one } from './projects/queries.ts'; export const app = [Fastify, one];`,
  'src/server/main.ts': `import { app } from './app.ts'; export default app;`,
  'src/web/main.tsx': `import './styles/app.css'; const screen = import('./screens/home/home-screen.tsx'); export { screen };`,
  'src/web/paths.ts': `export const home = '/';`,
  'src/web/styles/app.css': ``,
  'src/web/screens/home/home-screen.tsx': `import { useTasks } from '#web/features/tasks/use-tasks.ts'; import { Button } from '#web/ui/button.tsx'; export const Home = () => <Button onClick={useTasks} />;`,
  'src/web/features/tasks/use-tasks.ts': `import type { Task } from '#contract/task.ts'; import { get } from '#web/lib/get.ts'; export const useTasks = get as unknown as Task;`,
  'src/web/features/theme/index.ts': `export const theme = 1;`,
  'src/web/lib/get.ts': `import { home } from '#web/paths.ts'; export const get = home;`,
  'src/web/ui/button.tsx': `import { cx } from './cx.ts'; export const Button = (props: object) => <button {...props} className={cx} />;`,
  'src/web/ui/cx.ts': `export { blocks as cx } from '#markdown/read-blocks.ts';`,
  'src/cli/main.ts': `import { Task } from '#contract/task.ts'; import { blocks } from '#markdown/read-blocks.ts'; export const cli = [Task, blocks];`,
  'src/test/harness.ts': `import { app as built } from '#server/app.ts'; export const app = built;`,
  'scripts/start.ts': `import { app } from '#server/app.ts'; export default [app, process.env];`,
} as const;

/** For each row of the table: one import the row must refuse. */
const refusedByRow: Record<string, string> = {
  contract: `import '#server/platform/config.ts';`,
  markdown: `import '#contract/task.ts';`,
  'server/platform': `import '#server/auth/index.ts';`,
  'server/auth': `import '#server/billing/index.ts';`,
  'server/billing': `import '#server/projects/index.ts';`,
  'server/projects': `import '#server/notes/index.ts';`,
  'server/notifications': `import '#server/plan/index.ts';`,
  'server/timeline': `import '#server/engine/index.ts';`,
  'server/example': `import '#server/agent/index.ts';`,
  'server/notes': `import '#server/plan/index.ts';`,
  'server/prd': `import '#server/plan/index.ts';`,
  'server/plan': `import '#server/engine/index.ts';`,
  'server/engine': `import '#server/admin/index.ts';`,
  'server/engine/reading': `import '#server/engine/planning/draft.ts';`,
  'server/engine/planning': `import '#server/platform/config.ts';`,
  'server/realtime': `import '#server/plan/index.ts';`,
  'server/agent': `import '#server/admin/index.ts';`,
  'server/admin': `import '#server/agent/index.ts';`,
  'server/instance': `import '#server/agent/index.ts';`,
  'server/commands': `import '#cli/main.ts';`,
  server: `import '#web/paths.ts';`,
  'web/ui': `import '#contract/task.ts';`,
  'web/paths.ts': `import '#web/ui/cx.ts';`,
  'web/lib': `import '#web/ui/cx.ts';`,
  'web/features': `import '#web/screens/home/home-screen.tsx';`,
  'web/screens': `import '#web/main.tsx';`,
  'web/styles': `import '#web/ui/cx.ts';`,
  web: `import '#server/platform/config.ts';`,
  cli: `import '#server/platform/config.ts';`,
  docs: `import '#web/ui/cx.ts';`,
};

const everyForm: Record<string, string> = {
  'import type': `import type { port } from '#server/platform/config.ts'; export type P = typeof port;`,
  'export from': `export { port } from '#server/platform/config.ts';`,
  'export all': `export * from '#server/platform/config.ts';`,
  'export type': `export type { port } from '#server/platform/config.ts';`,
  'dynamic import': `export const later = () => import('#server/platform/config.ts');`,
  'dynamic import of a template': 'export const later = () => import(`#server/platform/config.ts`);',
  'import in a type': `export type P = import('#server/platform/config.ts').Port;`,
  require: `export const now = require('#server/platform/config.ts');`,
  'relative path': `import '../../../server/platform/config.ts';`,
};

const refusedElsewhere: Record<string, { file: string; text: string; says: string }> = {
  'a feature reached past its front door': {
    file: 'src/server/billing/x.ts',
    text: `import '#server/auth/sign-in.ts';`,
    says: 'only through server/auth/index.ts',
  },
  'the inside of a feature that is only reachable through another': {
    file: 'src/server/agent/x.ts',
    text: `import '#server/engine/planning/draft.ts';`,
    says: 'server/agent may import',
  },
  'a web feature that imports another': {
    file: 'src/web/features/tasks/x.ts',
    text: `import '#web/features/theme/index.ts';`,
    says: 'islands',
  },
  'production code that imports test support': {
    file: 'src/server/auth/x.ts',
    text: `import '#test/harness.ts';`,
    says: 'does not import test support',
  },
  'a module that imports a test': {
    file: 'src/server/projects/x.ts',
    text: `import './queries.test.ts';`,
    says: 'nobody imports a test',
  },
  'a test that imports another feature past its front door': {
    file: 'src/server/projects/x.test.ts',
    text: `import '#server/auth/sign-in.ts';`,
    says: 'only through server/auth/index.ts',
  },
  'a library other than zod in the contract': {
    file: 'src/contract/x.ts',
    text: `import 'pg';`,
    says: 'contract uses no libraries but its own',
  },
  'a Node module in the contract': {
    file: 'src/contract/x.ts',
    text: `import 'fs';`,
    says: 'contract uses no libraries but its own',
  },
  'a library in the Markdown reader': {
    file: 'src/markdown/x.ts',
    text: `import 'micromark';`,
    says: 'markdown uses no libraries but its own',
  },
  'a library in the built-in planner': {
    file: 'src/server/engine/planning/x.ts',
    text: `import 'drizzle-orm';`,
    says: 'server/engine/planning uses no libraries',
  },
  'a tool imported by the product': {
    file: 'src/server/auth/x.ts',
    text: `import '../../../scripts/start.ts';`,
    says: 'nothing outside src',
  },
  'a file that is not there': {
    file: 'src/web/ui/x.ts',
    text: `import './cx';`,
    says: 'no file is there',
  },
  'a computed path': {
    file: 'src/server/auth/x.ts',
    text: `export const load = (name: string) => import(name);`,
    says: 'write the path out',
  },
  'a server folder without a row': {
    file: 'src/server/reports/x.ts',
    text: `export {};`,
    says: 'is in no rule',
  },
  'a web folder without a row': {
    file: 'src/web/widgets/x.ts',
    text: `export {};`,
    says: 'is in no rule',
  },
  'a cycle': {
    file: 'src/server/platform/x.ts',
    text: `\nimport './y.ts';`,
    says: 'src/server/platform/x.ts:2  imports src/server/platform/y.ts: no cycles (src/server/platform/x.ts → src/server/platform/y.ts → src/server/platform/x.ts)',
  },
};

const refusedLibraries: Record<string, { file: string; text: string }> = {
  'web framework': { file: 'src/server/auth/routes.ts', text: `import type { FastifyReply } from 'fastify';` },
  'MCP SDK': { file: 'src/server/plan/x.ts', text: `import '@modelcontextprotocol/server';` },
  'Node in the browser': { file: 'src/web/lib/x.ts', text: `import 'crypto';` },
};

const environmentReads: Record<string, string> = {
  member: `export const a = process.env.A;`,
  'computed member': `export const a = process['env'];`,
  'through globalThis': `export const a = globalThis.process.env;`,
  destructured: `export const { env } = process;`,
  imported: `import { env } from 'node:process'; export { env };`,
};

function violationsWith(planted: Record<string, string>): readonly string[] {
  using tree = plantFiles({
    ...cleanTree,
    'src/server/platform/y.ts': `import './z.ts';`,
    'src/server/platform/z.ts': '',
    ...planted,
  });
  return checkImports(tree.root).violations;
}

describe('the import table', () => {
  test('a tree that keeps the table is green', () => {
    using tree = plantFiles(cleanTree);
    const check = checkImports(tree.root);
    expect(check.violations).toEqual([]);
    expect(check.modules).toBe(Object.keys(cleanTree).filter((file) => /^src\/.*\.tsx?$/.test(file)).length);
  });

  test('every row has a planted violation', () => {
    const strict = importRows.filter((row) => row.mayImport !== 'everything').map((row) => row.folder);
    expect(Object.keys(refusedByRow).toSorted()).toEqual(strict.toSorted());
  });

  test.each(Object.entries(refusedByRow))('the row of %s refuses what is not on it', (folder, text) => {
    const file = folder.endsWith('.ts') ? `src/${folder}` : `src/${folder}/x.ts`;
    expect(violationsWith({ [file]: `\n${text}` })).toEqual([expect.stringContaining(`${file}:2  imports #`)]);
  });

  test.each(Object.entries(everyForm))('an import is seen in the form of %s', (_form, text) => {
    const file = 'src/web/features/tasks/x.ts';
    expect(violationsWith({ [file]: text })).toEqual([
      expect.stringMatching(/tasks\/x\.ts:1 {2}imports .*: web and server never import each other, not even types/),
    ]);
  });

  test.each(Object.entries(refusedElsewhere))('%s is refused', (_what, { file, text, says }) => {
    const others = {
      'src/server/platform/y.ts': `import { x } from './x.ts';`,
      'src/server/platform/x.ts': 'export {};',
    };
    expect(violationsWith({ ...others, [file]: text })).toEqual([expect.stringContaining(says)]);
  });

  test('a loop of types alone is a cycle as well', () => {
    expect(
      violationsWith({
        'src/server/platform/x.ts': `import type { Y } from './y.ts'; export type X = Y;`,
        'src/server/platform/y.ts': `import type { X } from './x.ts'; export type Y = X;`,
      }),
    ).toEqual([expect.stringContaining('no cycles')]);
  });

  test.each([
    ['a test', { 'src/server/auth/x.test.ts': `import './sample.ts';` }],
    ['a test of another folder', { 'src/server/auth/doors/x.test.ts': `import '../sample.ts';` }],
    ['test support', { 'src/test/x.ts': `import '#server/auth/sample.ts';` }],
    ['a script', { 'scripts/x.ts': `import '#server/auth/sample.ts';` }],
    ['a browser journey', { 'e2e/x.spec.ts': `import '#server/auth/sample.ts';` }],
  ])('a file among the product’s that %s alone loads is refused', (_who, files) => {
    const sample = { 'src/server/auth/sample.ts': 'export {};' };
    const refused = ['src/server/auth/sample.ts:1  is loaded by tests and tools alone: its place is src/test'];
    expect(violationsWith({ ...sample, ...files })).toEqual(refused);
    const used = { 'src/server/auth/sign-in.ts': `import './sample.ts'; export const signIn = 1;` };
    expect(violationsWith({ ...sample, ...files, ...used })).toEqual([]);
  });

  test('so is a file that only such a file loads', () => {
    expect(
      violationsWith({
        'src/web/ui/x.test.ts': `import './fake.ts';`,
        'src/web/ui/fake.ts': `import './fake-part.ts'; import './cx.ts';`,
        'src/web/ui/fake-part.ts': 'export {};',
      }),
    ).toEqual(
      ['src/web/ui/fake-part.ts', 'src/web/ui/fake.ts'].map((file) => expect.stringContaining(`${file}:1  is`)),
    );
  });

  test('every library rule has a planted violation', () => {
    expect(Object.keys(refusedLibraries)).toEqual(libraryRules.map((rule) => rule.name));
  });

  test.each(libraryRules.map((rule) => [rule.name, rule.sentence] as const))(
    '%s stays where it belongs',
    (name, says) => {
      const { file, text } = refusedLibraries[name]!;
      expect(violationsWith({ [file]: text })).toEqual([expect.stringContaining(says)]);
    },
  );

  test.each(Object.entries(environmentReads))(
    'the environment read as %s is refused outside the config',
    (_form, text) => {
      expect(violationsWith({ 'src/server/auth/x.ts': text })).toEqual([
        expect.stringContaining(environmentRule.sentence),
      ]);
      expect(violationsWith({ 'src/server/platform/config.ts': `${text} export const port = 1;` })).toEqual([]);
    },
  );
});

describe('the command', () => {
  const command = path.join(import.meta.dirname, 'check-imports.ts');

  test('an empty tree is red, because a blind check proves nothing', () => {
    using tree = plantFiles({ 'scripts/start.ts': '' });
    expect(() => execFileSync(process.execPath, [command], { cwd: tree.root, stdio: 'pipe' })).toThrow(
      /no modules under src/,
    );
  });

  test('a violation is printed with its line and ends with exit code 1', () => {
    using tree = plantFiles({ ...cleanTree, 'src/cli/x.ts': `import '#server/app.ts';` });
    expect(() => execFileSync(process.execPath, [command], { cwd: tree.root, stdio: 'pipe' })).toThrow(
      /src\/cli\/x\.ts:1 {2}imports #server\/app\.ts: cli and server never import each other/,
    );
  });

  test('the command line may name the types of the tools, and nothing of them that runs', () => {
    const tool = { 'src/server/agent/tools/index.ts': `export type ToolInput = string; export const TOOLS = 1;` };
    const from = `from '#server/agent/tools/index.ts'; export type X = string;`;
    using typed = plantFiles({ ...tool, 'src/cli/x.ts': `import type { ToolInput } ${from}` });
    expect(checkImports(typed.root).violations).toEqual([]);
    using run = plantFiles({ ...tool, 'src/cli/x.ts': `import { TOOLS } ${from}` });
    expect(checkImports(run.root).violations).toEqual([expect.stringContaining('never import each other')]);
  });

  test('a clean tree says how much it saw', () => {
    using tree = plantFiles({ 'src/contract/task.ts': '' });
    const output = execFileSync(process.execPath, [command], { cwd: tree.root, encoding: 'utf8' });
    expect(output).toBe('1 modules keep the import table\n');
  });
});
