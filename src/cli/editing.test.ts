import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as contract from '#contract/tools.ts';
import { TOOL_NAMES } from '#contract/tool-names.ts';
import { type CliWorld, withCliWorld } from '#test/cli-world.ts';
import * as headers from './baton-headers.ts';

let world: CliWorld;
withCliWorld((given) => (world = given));

const said = (text: string) => expect.stringContaining(text);
const baton = (...args: string[]) => world.baton(args);
const show = async (id: string) => JSON.parse((await baton('show', id, '--json')).stdout);

describe('the plan by hand', () => {
  test('tasks are added in their place, changed, moved and made to wait', async () => {
    expect(await baton('add', 'Keel', '--list', 'Hull', '--check', 'Straight', '--check', 'Dry')).toMatchObject({
      code: 0,
      stdout: '+ T1 Keel under Hull\n',
    });
    await baton('add', 'Plank', '--list', 'Hull', '--depends', 'T1', '--description', 'Oak.');
    expect(await baton('add', 'Buy oak', '--list', 'Hull', '--first')).toMatchObject({ code: 0 });
    expect(await baton('add', 'Saw', '--under', 'T1')).toMatchObject({ code: 0, stdout: '+ T4 Saw under T1\n' });
    expect((await baton('tree')).stdout).toMatch(/T3 Buy oak[\s\S]*T1 Keel[\s\S]*T4 Saw[\s\S]*T2 Plank/);
    expect(await baton('edit', 'T1', '--title', 'Oak keel', '--add-check', 'Long')).toMatchObject({ code: 0 });
    expect(await show('T1')).toMatchObject({
      title: 'Oak keel',
      checks: [{ text: 'Straight' }, { text: 'Dry' }, { text: 'Long' }],
    });
    expect(await baton('move', 'T2', '--first')).toMatchObject({ code: 0, stdout: said('T2 Plank first') });
    expect(await baton('depend', 'T2', 'T1', '--remove')).toMatchObject({ code: 0 });
    expect(await baton('depend', 'T2', 'T3', 'T4')).toMatchObject({ code: 0 });
    expect((await show('T2')).waits_for.map(({ number }: { number: number }) => number)).toEqual([3, 4]);
    expect(await baton('edit', 'T2', '--blocked', 'No oak')).toMatchObject({ code: 0 });
    expect(await baton('edit', 'T2', '--blocked', '')).toMatchObject({ code: 0 });
    expect((await show('T2')).blocked_reason).toBeNull();
    expect(await baton('edit', 'T4', '--status', 'done', '--json')).toMatchObject({ code: 0, stdout: said('"lines"') });
  });

  test('a tick stays with its check when the checks are said anew', async () => {
    await baton('add', 'Keel', '--check', 'Straight', '--check', 'Dry');
    await world.baton(['plan', 'push', '-'], {
      input: JSON.stringify([{ op: 'update', id: 'T1', checks: [{ text: 'Straight', met: true }, 'Dry'] }]),
    });
    await baton('edit', 'T1', '--check', 'Long', '--check', 'Straight');
    expect((await show('T1')).checks).toEqual([
      { text: 'Long', met: false },
      { text: 'Straight', met: true },
    ]);
  });

  test('a task is removed only when somebody says so, with what stands below it, and can be brought back', async () => {
    await baton('add', 'Keel');
    await baton('add', 'Saw', '--under', 'T1');
    expect(await baton('rm', 'T1')).toMatchObject({ code: 2, stderr: said('--yes') });
    expect(await baton('rm', 'T1', '--json')).toMatchObject({ code: 2 });
    const removed = await baton('rm', 'T1', '--yes');
    expect(removed).toMatchObject({ code: 0, stdout: said('- T1 Keel (2 tasks)') });
    const [, id = ''] = /checkpoint restore (\S+)/.exec(removed.stdout) ?? [];
    expect(await baton('checkpoint', 'restore', id)).toMatchObject({ code: 0 });
    expect((await baton('tree')).stdout).toContain('Saw');
  });

  test('a task that is not there names the nearest, and every fault of a command is named at once', async () => {
    await world.addTasks('One', 'Two', 'Three');
    expect(await baton('show', 'T9')).toMatchObject({
      code: 1,
      stderr: said('T9 was not found. The nearest are T2, T3.'),
    });
    expect(await baton('edit', 'T9', '--title', 'x')).toMatchObject({
      code: 1,
      stderr: said('The nearest are T2, T3.'),
    });
    expect(await baton('note', 'finding', 'Wet.', '--task', 'T7')).toMatchObject({ code: 1, stderr: said('T2, T3') });
    const wrong = await baton('add', 'x'.repeat(600), '--check', 'y'.repeat(2_000), '--list', 'z'.repeat(300));
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    for (const field of ['title', 'checks', 'list'])
      expect(wrong.stderr).toMatch(new RegExp(`^ {2}ops\\.0\\.${field}`, 'm'));
    expect(wrong.stderr).not.toContain('more)');
  });

  test.each([
    [['add']],
    [['edit', 'T1']],
    [['edit', 'T1', '--status', 'lost']],
    [['move', 'T1']],
    [['depend', 'T1']],
    [['rm']],
    [['ask']],
    [['answer', 'T1']],
    [['project', '--done-means', 'luck']],
    [['done', '--summary', 'All of it.', '--check', 'floats']],
    [['completion', 'csh']],
  ])('%j is a usage error', async (args) => {
    expect(await baton(...args)).toMatchObject({ code: 2, stdout: '', stderr: said('Usage: baton') });
  });
});

describe('the baton of a working tree', () => {
  const tree = (name: string) => {
    const folder = join(world.folder, name);
    mkdirSync(folder);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
    git('init', '-q', '-b', 'main');
    git('config', 'user.email', 'ada@example.com');
    git('config', 'user.name', 'Ada');
    writeFileSync(join(folder, 'a.txt'), 'one\n');
    git('add', '.');
    git('commit', '-qm', 'one');
    return { folder, git, baton: (...args: string[]) => world.baton(args, { cwd: folder }) };
  };

  test('is not the other tree’s: two of them hold two tasks, and each ends its own', async () => {
    await world.addTasks('One', 'Two');
    expect(await baton('project', '--batons', '2')).toMatchObject({ code: 0, stdout: said('Batons: 2') });
    const [first, second] = [tree('first'), tree('second')];
    expect(await first.baton('claim')).toMatchObject({ code: 0, stdout: said('Yours: T1') });
    expect(await second.baton('done', '--summary', 'Not my own task.')).toMatchObject({ code: 2 });
    expect(await second.baton('claim')).toMatchObject({ code: 0, stdout: said('Yours: T2') });
    expect((await first.baton('prime')).stdout).toMatch(/yours: T1/i);
    expect((await second.baton('prime')).stdout).toMatch(/yours: T2/i);
    expect(await first.baton('done', '--summary', 'Did the first one.')).toMatchObject({
      code: 0,
      stdout: said('T1 is done'),
    });
    expect(await second.baton('release', '--summary', 'It has to wait.')).toMatchObject({ code: 0 });
  });

  test('done says where the work is: branch, commit and what changed since the claim', async () => {
    await world.addTasks('One', 'Two');
    const { folder, git, baton: inTree } = tree('work');
    await inTree('claim');
    writeFileSync(join(folder, 'a.txt'), 'one\ntwo\nthree\n');
    git('commit', '-qam', 'more');
    const head = git('rev-parse', 'HEAD').toString().trim();
    const ended = await inTree(
      'done',
      '--summary',
      'Added two lines.',
      '--pr',
      'https://example.com/pr/7',
      '--next',
      '--json',
    );
    expect(JSON.parse(ended.stdout).task.work).toMatchObject({
      branch: 'main',
      commit: head,
      pr: 'https://example.com/pr/7',
      diff: { files: 1, insertions: 2, deletions: 0 },
    });
    // Uncommitted changes belong to no commit.
    writeFileSync(join(folder, 'b.txt'), 'b\n');
    git('add', '.');
    const second = await inTree('done', '--summary', 'Added another file.', '--json');
    expect(JSON.parse(second.stdout).task.work).toMatchObject({
      branch: 'main',
      commit: null,
      diff: { files: 1, insertions: 1 },
    });
  });

  test('--verify runs the project’s command: what fails is not done, what passes is attached', async () => {
    await baton('add', 'One', '--check', 'It floats');
    expect(await baton('claim')).toMatchObject({ code: 0 });
    expect(await baton('done', '--summary', 'It is all done.', '--verify')).toMatchObject({
      code: 1,
      stderr: said('no command'),
    });
    expect(
      await baton('project', '--done-means', 'verified', '--verify', 'test -f ok || { echo leaks; exit 3; }'),
    ).toMatchObject({ code: 0, stderr: '', stdout: said('Done means verified') });
    // The completion rule is fixed at the claim.
    await baton('release', '--summary', 'To begin it again.');
    await baton('claim');
    const open = await baton('done', '--summary', 'It is all done.');
    expect(open).toMatchObject({ code: 1, stderr: said('--check 1="…"') });
    const failed = await baton('done', '--summary', 'It is all done.', '--check', '1=It floats here', '--verify');
    expect(failed).toMatchObject({ code: 1, stderr: said('failed with exit code 3') });
    expect(failed.stderr).toContain('leaks');
    writeFileSync(join(world.folder, 'ok'), '');
    const done = await baton(
      'done',
      '--summary',
      'It is all done.',
      '--check',
      '1=It floats here',
      '--verify',
      '--json',
    );
    expect(done.code).toBe(0);
    expect(JSON.parse(done.stdout).task).toMatchObject({
      status: 'done',
      checks: [{ met: true, seen: 'It floats here' }],
      work: { verification: { exit_code: 0 } },
    });
  });

  test('a question hands the task back, and its answer makes it ready again', async () => {
    await world.addTasks('Paint');
    await baton('claim');
    expect(await baton('ask', 'T1', 'Which colour?', '--option', 'Red: dear', '--option', 'Grey')).toMatchObject({
      code: 0,
    });
    expect(await baton('answer', 'T1')).toMatchObject({ code: 2 });
    expect(await baton('answer', 'T1', '--option', '2')).toMatchObject({ code: 0, stdout: said('ready again') });
    expect((await baton('claim')).stdout).toContain('Grey');
  });
});

test('nothing that is printed speaks of tools', async () => {
  const TOOLS = new RegExp(
    String.raw`\b(?:${TOOL_NAMES.filter((name) => name.includes('_')).join('|')}|base_seq|claim_next)\b`,
  );
  const check = async (...args: string[]) => {
    const { stdout, stderr } = await baton(...args);
    expect(`${args.join(' ')}\n${stdout}${stderr}`).not.toMatch(TOOLS);
  };
  for (const args of [
    ['prime'],
    ['tree'],
    ['claim'],
    ['claim', '--takeover', '--reason', 'x'],
    ['help'],
    ['help', 'plan'],
  ])
    await check(...args);
  await world.baton(['plan', 'push', '-'], {
    input: Array.from({ length: 300 }, (_, n) => `- [ ] Task ${n} ${'long '.repeat(20)}\n`).join(''),
  });
  await baton('edit', 'T1', '--description', 'Line.\n'.repeat(2_000));
  for (const args of [
    ['claim'],
    ['prime'],
    ['show', 'T1'],
    ['tree'],
    ['ready'],
    ['claim', 'T2', '--agent', 'other'],
    ['add', 'x', '--under', 'T999'],
  ])
    await check(...args);
  await check('prime', '--budget', '100', '--agent', 'other');
});

test('the headers are those of the contract', () => {
  const { TOKEN_HEADER, SESSION_HEADER, KEEPS_TOKEN_HEADER, TOKEN_META_KEY, ERROR_META_KEY } = contract;
  expect({ ...headers }).toEqual({ TOKEN_HEADER, SESSION_HEADER, KEEPS_TOKEN_HEADER, TOKEN_META_KEY, ERROR_META_KEY });
});

describe('completion', () => {
  test('bash completes commands, options and tasks', async () => {
    await world.addTasks('Lay the keel', 'Plank');
    expect(await baton('completion', 'tasks')).toMatchObject({ code: 0, stdout: 'T1\tLay the keel\nT2\tPlank\n' });
    const script = (await baton('completion', 'bash')).stdout;
    const complete = (...words: string[]) =>
      execFileSync(
        'bash',
        [
          '-c',
          `${script}\nbaton() { printf 'T1\\tKeel\\nT2\\tPlank\\n'; }\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _baton; echo "\${COMPREPLY[@]}"`,
        ],
        { encoding: 'utf8' },
      ).trim();
    expect(complete('baton', 'cl')).toBe('claim');
    expect(complete('baton', 'plan', 'pu')).toBe('pull push');
    expect(complete('baton', 'done', '--ver')).toBe('--verify');
    expect(complete('baton', 'show', 'T')).toBe('T1 T2');
  });

  test.each(['zsh', 'fish'])('%s has every command', async (shell) => {
    const { code, stdout } = await baton('completion', shell);
    expect(code).toBe(0);
    for (const name of ['claim', 'completion', 'plan', 'answer']) expect(stdout).toContain(name);
  });
});
