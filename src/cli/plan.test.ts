import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliWorld, startCliWorld, withCliWorld } from '#test/cli-world.ts';

let world: CliWorld;
let file: string;
withCliWorld((given) => {
  world = given;
  file = join(world.folder, 'plan.md');
});

const readFile = () => readFileSync(file, 'utf8');
const edit = (change: (text: string) => string) => writeFileSync(file, change(readFile()));
const plan = (...args: string[]) => world.baton(['plan', ...args]);
const said = (text: string) => expect.stringContaining(text);

describe('a plan in a file', () => {
  test('is pulled, edited and pushed; the file then has the numbers of what was new', async () => {
    await world.addTasks('Lay the keel', 'Plank');
    expect(await plan('pull', file)).toMatchObject({ code: 0, stdout: said('2 tasks and 0 notes') });
    expect(await plan('push', file)).toMatchObject({ code: 0, stdout: said('already says') });
    edit((text) => text.replace('T2 Plank', 'T2 Plank it\n  note finding: Wet.\n- [ ] Caulk\n  after: T2'));
    expect(await plan('push', file, '--dry-run')).toMatchObject({ code: 0, stdout: said('Dry run') });
    expect(await plan('push', file)).toMatchObject({ code: 0, stdout: said('+ T3 Caulk') });
    expect(readFile()).toMatch(
      /T2 Plank it\n {2}note finding \(.+, #[0-9a-f]{8}\):\n {2}> Wet\.\n- \[ \] T3 Caulk\n {2}after: T2\n/,
    );
    expect(await plan('push', file)).toMatchObject({ code: 0, stdout: said('already says') });
    expect(JSON.parse((await plan('pull', '--json')).stdout)).toMatchObject({ tasks: 3, notes: 1, text: readFile() });
    expect((await plan('pull', '-', '--no-notes')).stdout).not.toContain('Wet.');
  });

  test('that changed meanwhile is not touched; what changed is told, and --force pushes anyway', async () => {
    await world.addTasks('Lay the keel');
    await plan('pull', file);
    await world.addTasks('Plank');
    edit((text) => text.replace('Lay the keel', 'Lay the oak keel'));
    const refused = await plan('push', file);
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: said('has changed since this file was pulled') });
    expect(refused.stderr).toMatch(/T2|Plank/);
    expect(refused.stderr).toContain('--force');
    expect(await plan('push', file, '--force', '--prune')).toMatchObject({ code: 2 });
    expect(await plan('push', file, '--force')).toMatchObject({ code: 0 });
    expect(readFile()).toContain('T1 Lay the oak keel\n- [ ] T2 Plank');
  });

  test('loses a task only with --prune, after a checkpoint', async () => {
    await world.addTasks('Lay the keel', 'Plank');
    await plan('pull', file);
    edit((text) => text.replace('- [ ] T1 Lay the keel\n', ''));
    expect(await plan('push', file)).toMatchObject({ code: 0, stdout: said('already says') });
    expect(await plan('push', file, '--prune')).toMatchObject({ code: 0, stdout: said('Checkpoint') });
    expect((await world.baton(['tree'])).stdout).not.toContain('Lay the keel');
  });

  test('is not written over while it has edits, and goes only to its own project', async () => {
    await world.addTasks('Lay the keel');
    await plan('pull', file);
    expect(await plan('pull', file)).toMatchObject({ code: 0 });
    edit((text) => text.replace('Lay the keel', 'Lay it'));
    expect(await plan('pull', file)).toMatchObject({ code: 1, stderr: said('edits that were not pushed') });
    expect(await plan('pull', file, '--force')).toMatchObject({ code: 0 });
    const other = await startCliWorld(world);
    expect(await other.baton(['plan', 'push', file])).toMatchObject({ code: 1, stderr: said('another project') });
    await other.dispose();
    writeFileSync(file, 'Dear diary');
    expect(await plan('pull', file)).toMatchObject({ code: 1, stderr: said('not a plan that was pulled') });
    writeFileSync(file, '- [ ] Rig\n');
    expect(await plan('push', file, '--prune')).toMatchObject({ code: 2, stderr: said('--prune is for a file') });
  });

  test('keeps the line ends of Windows', async () => {
    await world.addTasks('Lay the keel');
    await plan('pull', file);
    edit((text) => text.replaceAll('\n', '\r\n'));
    expect(await plan('push', file)).toMatchObject({ code: 0, stdout: said('already says') });
    edit((text) => text.replace('Lay the keel', 'Lay it'));
    expect(await plan('push', file)).toMatchObject({ code: 0 });
    expect(readFile()).toContain('T1 Lay it\r\n');
  });

  test('says what cannot be with the line it stands on', async () => {
    await world.addTasks('Lay the keel');
    await plan('pull', file);
    edit((text) => text.replace('[ ]', '[~]'));
    expect(await plan('push', file)).toMatchObject({ code: 1, stderr: said('[~] says that somebody works on it') });
    edit((text) => text.replace('[~] T1', '[ ] T9'));
    expect(await plan('push', file)).toMatchObject({ code: 1, stderr: said('there is no task T9') });
  });
});
