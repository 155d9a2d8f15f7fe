import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The files that the agents of the demonstration find. Some of them change CHANGES.md, where they meet. */
const FILES: Readonly<Record<string, string>> = {
  'README.md': '# A repository for a demonstration\n\n`baton run --demo` made it and removes it at its end.\n',
  'CHANGES.md': '# Changes\n\n',
  'package.json': `${JSON.stringify({ name: 'baton-demo', private: true, type: 'module', scripts: { test: 'node --test --test-reporter=spec' } }, null, 2)}\n`,
  'test/begin.test.mjs': "import { test } from 'node:test';\n\ntest('the repository is there', () => undefined);\n",
};
const IDENTITY = [
  '-c',
  'user.name=Baton demonstration',
  '-c',
  'user.email=demo@localhost',
  '-c',
  'commit.gpgsign=false',
];

/** A repository for one demonstration, outside of everything that the person has. */
export function makeDemoRepository(): { folder: string; remove(): void } {
  const beside = realpathSync(mkdtempSync(join(tmpdir(), 'baton-demo-')));
  const folder = join(beside, 'repository');
  mkdirSync(join(folder, 'test'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const git = (...args: string[]) => execFileSync('git', [...IDENTITY, ...args], { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '-A');
  git('commit', '--quiet', '--no-verify', '-m', 'Begin');
  return { folder, remove: () => rmSync(beside, { recursive: true, force: true }) };
}
