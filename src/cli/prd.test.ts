import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type CliWorld, withCliWorld } from '#test/cli-world.ts';
import { createFakeEngine } from '#test/fake-engine.ts';

const PRD =
  '# House\n## Doors\n- R1: a front door\n\n- unsure: a cat flap\n## Roof\n- R2: tiles\n- context: it rains\n';

let world: CliWorld;
withCliWorld((given) => (world = given), { engine: createFakeEngine() });
beforeEach(() => writeFileSync(join(world.folder, 'house.md'), PRD));

test('a pushed PRD says its version, its work lines and what comes next', async () => {
  const { code, stdout } = await world.baton(['prd', 'push', 'house.md']);
  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([
    'Stored as version 1.',
    '0 of 2 work lines planned · 1 section to decide.',
    'Next: Draft the plan: ask your agent to, or baton plan push FILE, or plan it on the PRD page.',
    'To decide: baton prd show marks unsure lines; baton prd role work|context|limit LINES.',
    '',
  ]);
  expect((await world.baton(['prd', 'push', 'house.md'])).stdout).toContain('Version 1 says the same already.');
  const piped = await world.baton(['prd', 'push', '-', '--json'], { input: '## Doors\n- R1: a wide front door\n' });
  expect(JSON.parse(piped.stdout)).toMatchObject({ version: 2, isNew: true, coverage: { lines: { work: 1 } } });
  expect((await world.baton(['prime'])).stdout).toContain(
    'The PRD has 1 work line and no plan. Read it: baton prd show. Draft it: baton plan push FILE.',
  );
});

test('the lines are shown with their roles, all or those of a section', async () => {
  await world.baton(['prd', 'push', 'house.md']);
  expect((await world.baton(['prd', 'show'])).stdout.split('\n')).toEqual([
    'PRD version 1 (house.md): 0 of 2 work lines planned · 1 section to decide',
    '3 work     - R1: a front door  (R1)',
    '5 unsure   - unsure: a cat flap',
    '7 work     - R2: tiles  (R2)',
    '8 context  - context: it rains',
    '',
  ]);
  const { stdout } = await world.baton(['prd', 'show', '--under', '§2', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ version: 1, lines: [{ line: 7, role: 'work' }, { line: 8 }] });
  expect(await world.baton(['prd', 'show', '--under', '9'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no section 9. It has 1, 2.'),
  });
});

test('a role is set on lines or a section, and given back', async () => {
  await world.baton(['prd', 'push', 'house.md']);
  expect(await world.baton(['prd', 'role', 'limit', '5,8'])).toMatchObject({
    code: 0,
    stdout: 'What stands on 5,8 is limit now. 0 of 2 work lines planned.\n',
  });
  expect((await world.baton(['prd', 'show'])).stdout).toContain('5 limit*   - unsure: a cat flap');
  await world.baton(['prd', 'role', 'done', '7', '--section']);
  expect((await world.baton(['coverage'])).stdout).toContain('Other lines: 0 context, 2 limits, 1 done already');
  const back = await world.baton(['prd', 'role', 'reader', '5', '--json']);
  expect(JSON.parse(back.stdout)).toMatchObject({ coverage: { to_decide: 1 }, undo: [{ role: 'limit' }] });
  expect((await world.baton(['prd', 'role', 'work', '90-99'])).code).toBe(1);
});

test('a project without a PRD, a file that is not there and a key that is not good are told', async () => {
  expect(await world.baton(['prd', 'show'])).toMatchObject({ code: 0, stdout: expect.stringContaining('no PRD') });
  expect(await world.baton(['prd', 'push', 'nowhere.md'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nowhere.md cannot be read'),
  });
  expect((await world.baton(['prd', 'show'], { env: { BATON_API_KEY: 'not-a-key' } })).code).toBe(3);
});

test('a file whose name Baton does not take is told by name, and nothing is sent', async () => {
  writeFileSync(join(world.folder, 'house.php.md'), PRD);
  for (const command of [
    ['prd', 'push', 'house.php.md'],
    ['import', 'house.php.md'],
  ])
    expect(await world.baton(command)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The file name "house.php.md" must not have the extension .php'),
    });
  expect((await world.baton(['prd', 'show'])).stdout).toContain('no PRD');
});
