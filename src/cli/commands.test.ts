import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CliWorld, startCliWorld, withCliWorld } from '#test/cli-world.ts';
import { setSettings } from '#test/mcp-call.ts';
import { type MeddlingProxy, type Passed, startMeddlingProxy } from '#test/meddling-proxy.ts';
import { PATIENT } from '#test/patience.ts';

let world: CliWorld;
withCliWorld((given) => (world = given));

const NOBODY = { BATON_URL: undefined, BATON_API_KEY: undefined, BATON_PROJECT: undefined };
const dataOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout);

describe('what a shell is told', () => {
  test('a command that does not exist is a usage error, and help lists those that do', async () => {
    expect(await world.baton(['fly'])).toMatchObject({ code: 2, stderr: expect.stringContaining('no command fly') });
    expect(await world.baton(['help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('checkpoint') });
    expect(await world.baton(['claim', '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--takeover'),
    });
    expect(await world.baton(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  test.each([
    [['show']],
    [['show', 'T1', 'T2']],
    [['prime', '--colour']],
    [['prime', '--since', 'yesterday']],
    [['note', 'rumour', 'It rains.']],
    [['note', 'finding']],
    [['done', 'T1', '--summary', 'Never claimed.']],
    [['block', 'T1']],
    [['tree', '--status', 'lost']],
    [['checkpoint', 'restore']],
    [['plan', 'pull', 'x.md', 'y.md']],
    [['plan', 'fetch', 'x.md']],
    [['prd']],
    [['prd', 'pull']],
    [['prd', 'push']],
    [['prd', 'show', 'all']],
    [['prd', 'role', 'work']],
    [['prd', 'role', 'unsure', '3']],
    [['prd', 'role', 'work', 'three']],
    [['export', '--format', 'csv']],
    [['report', 'T1']],
    [['prime', '--project', 'ship']],
    [['prime', '--url', 'ftp://example.com']],
  ])('%j is a usage error that shows the usage', async (args) => {
    expect(await world.baton(args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Usage: baton'),
    });
  });

  test('without a key, with a mistyped one and with an unknown one nobody is signed in', async () => {
    expect(await world.baton(['prime'], { env: NOBODY })).toMatchObject({ code: 3 });
    expect(await world.baton(['prime'], { env: { BATON_API_KEY: undefined } })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('baton login'),
    });
    const typo = `${world.apiKey.slice(0, -1)}${world.apiKey.endsWith('a') ? 'b' : 'a'}`;
    expect(await world.baton(['prime'], { env: { BATON_API_KEY: typo } })).toMatchObject({ code: 3, stdout: '' });
    const stranger = await startCliWorld(world);
    const { apiKey } = stranger;
    await stranger.dispose();
    // The key is valid, but the project is another account's.
    expect(await world.baton(['prime'], { env: { BATON_API_KEY: apiKey } })).toMatchObject({ code: 1 });
  });

  test('what the door refuses is in the administrator’s log, for the account', async () => {
    await setSettings(world.server, { maintenanceMode: true });
    try {
      expect(await world.baton(['prime'])).toMatchObject({ code: 1, stdout: '' });
    } finally {
      await setSettings(world.server, { maintenanceMode: false });
    }
    const logged = async () =>
      (
        await world.server.database.pool.query(
          'select command, user_id is null as of_nobody from mcp_logs where project_id = $1 and status_code = 503',
          [world.projectId],
        )
      ).rows;
    await expect.poll(logged, PATIENT).toEqual([{ command: 'orient', of_nobody: false }]);
  });

  test('a server that is not there is an error that says nothing was changed', async () => {
    const ended = await world.baton(['note', 'finding', 'Wet.'], { env: { BATON_URL: 'http://127.0.0.1:9' } });
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was changed') });
  });

  describe('a database that is away', () => {
    const away = (retryAfter: number, errorType = 'INTERNAL_ERROR'): Passed => ({
      status: 503,
      headers: { 'content-type': 'application/json', 'retry-after': String(retryAfter) },
      body: JSON.stringify({
        success: false,
        error: 'Away.',
        errorType,
        errorCode: 'DATABASE_UNAVAILABLE',
        requestId: 'r',
      }),
    });
    let proxy: MeddlingProxy;
    const baton = (...args: string[]) => world.baton(args, { env: { BATON_URL: proxy.url } });
    /** The first answers of a tool are lost, and what it did stays. */
    const lose = (tool: string, count: number, answer = away(5)) => {
      let left = count;
      proxy.change = ({ path }, given) => (path.endsWith(tool) && left-- > 0 ? answer : given);
    };
    const sent = (tool: string) => proxy.seen.filter(({ path }) => path.endsWith(tool)).length;
    beforeEach(async () => {
      proxy = await startMeddlingProxy(world.url);
      await world.addTasks('Lay the keel', 'Plank');
      return () => proxy.close();
    });

    test('is waited for while reading', async () => {
      lose('orient', 2);
      expect(await baton('prime')).toMatchObject({ code: 0, stdout: expect.stringContaining('Lay the keel') });
      expect(sent('orient')).toBe(3);
    });

    test('is waited for with a claim, whose second try may be refused because the first was done', async () => {
      lose('task_claim', 1);
      expect(await baton('claim')).toMatchObject({
        code: 4,
        stderr: expect.stringMatching(/may have been done then.*That is you: finish or release T1 first/s),
      });
    });

    test('is told of at once with a note, which is sent once', async () => {
      lose('note', 1);
      expect(await baton('note', 'finding', 'Wet.')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Away.'),
      });
      expect(sent('note')).toBe(1);
    });

    test.each([
      ['a server that names a later moment', away(60)],
      ['maintenance', away(5, 'MAINTENANCE')],
    ])('%s is not waited for', async (_what, answer) => {
      lose('orient', 1, answer);
      expect(await baton('prime')).toMatchObject({ code: 1, stderr: expect.stringContaining('Away.') });
      expect(sent('orient')).toBe(1);
    });
  });

  test('a key is not sent to a server that only a file of the folder names', async () => {
    writeFileSync(join(world.folder, '.baton.json'), JSON.stringify({ url: world.url, project: world.projectId }));
    const env = { BATON_URL: undefined, BATON_PROJECT: undefined };
    const refused = await world.baton(['prime'], { env });
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('the key was not sent') });
    expect(await world.baton(['login'], { env })).toMatchObject({ code: 2, stderr: expect.stringContaining('--url') });
    expect(await world.baton(['login', '--url', world.url], { env })).toMatchObject({ code: 0 });
    expect(await world.baton(['prime'], { env })).toMatchObject({ code: 0 });
  });
});

describe('a session in the shell', () => {
  test('prime, claim, note and done carry a plan through, without a number to remember', async () => {
    await world.addTasks('Lay the keel', 'Plank');
    const primed = await world.baton(['prime']);
    expect(primed).toMatchObject({ code: 0, stdout: expect.stringContaining('Next ready: T1') });
    expect(primed.stdout).toMatch(/^Ship: 0\/2 done, 0 wip, 2 open\. Feed position \d+$/m);
    expect(await world.baton(['ready'])).toMatchObject({ code: 0, stdout: expect.stringContaining('T2 Plank') });
    expect(await world.baton(['claim'])).toMatchObject({ code: 0, stdout: expect.stringContaining('Yours: T1') });
    expect(
      await world.baton(['note', 'finding', '-', '--task', 'T1', '--pin'], { input: 'The oak is wet.\n' }),
    ).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('pinned'),
    });
    expect(await world.baton(['show', 'T1'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The oak is wet.'),
    });
    const first = await world.baton([
      'done',
      't1',
      '--summary',
      'Laid the keel.',
      '--files',
      'keel.md,rib.md',
      '--next',
    ]);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('Yours: T2') });
    const second = await world.baton(['done', '--summary', 'Planked the hull.', '--evidence', 'It floats.', '--json']);
    expect(second.code).toBe(0);
    expect(dataOf(second)).toMatchObject({ task: { number: 2, status: 'done' }, next_ready: null });
    const notes = await world.baton(['search', 'keel.md']);
    expect(notes.stdout).toContain('rib.md');
  });

  test('a held baton is exit code 4 and names the holder; nothing ready is exit code 5', async () => {
    await world.addTasks('Lay the keel');
    expect(await world.baton(['claim', '--agent', 'claude-1'])).toMatchObject({ code: 0 });
    const refused = await world.baton(['claim', 'T1', '--agent', 'codex-1']);
    expect(refused).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('claude-1') });
    expect(await world.baton(['ready'])).toMatchObject({ code: 5 });
    expect(await world.baton(['claim'])).toMatchObject({
      code: 5,
      stdout: expect.stringContaining('Nothing is ready'),
    });
  });

  test.each(['小明', 'night – shift', '🚢', '=?base64?'])('an agent may be called %s', async (name) => {
    await world.addTasks('Lay the keel');
    const claimed = await world.baton(['claim', '--json'], { env: { BATON_AGENT: name } });
    expect(claimed).toMatchObject({ code: 0, stderr: '' });
    expect(dataOf(claimed).baton.holder).toMatchObject({ kind: 'agent', name });
    expect(await world.baton(['done', '--summary', 'Laid the keel.', '--agent', name])).toMatchObject({ code: 0 });
  });

  test('a takeover needs a reason, and the one who lost the baton cannot finish', async () => {
    await world.addTasks('Lay the keel');
    await world.baton(['claim', '--agent', 'claude-1']);
    expect(await world.baton(['claim', 'T1', '--takeover', '--agent', 'codex-1'])).toMatchObject({ code: 1 });
    const env = { XDG_STATE_HOME: join(world.home, 'elsewhere') };
    const taken = await world.baton(['claim', 'T1', '--takeover', '--reason', 'It sleeps.', '--agent', 'codex-1'], {
      env,
    });
    expect(taken).toMatchObject({ code: 0 });
    const late = await world.baton(['done', '--summary', 'It came late.']);
    expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('is not yours, or no longer') });
    expect(await world.baton(['done', '--summary', 'It came later.'])).toMatchObject({ code: 2 });
    expect(await world.baton(['release', '--summary', 'Wait for oak.'], { env })).toMatchObject({ code: 0 });
  });

  test('a task is blocked with a reason, and the tree says so', async () => {
    await world.addTasks('Lay the keel');
    await world.baton(['claim', 'T1']);
    expect(await world.baton(['block', '--summary', 'There is no oak.'])).toMatchObject({ code: 0 });
    const blocked = await world.baton(['tree', '--status', 'blocked', '--json']);
    expect(dataOf(blocked).tasks).toMatchObject([{ number: 1, blocked_reason: 'There is no oak.' }]);
  });

  test('--baton says a baton that was claimed elsewhere', async () => {
    await world.addTasks('Lay the keel');
    const { token } = dataOf(
      await world.baton(['claim', '--json'], { env: { XDG_STATE_HOME: join(world.home, 'else') } }),
    );
    expect(await world.baton(['done', 'T1', '--summary', 'Laid the keel.'])).toMatchObject({ code: 2 });
    const ended = await world.baton(['done', 'T1', '--summary', 'Laid the keel.', '--baton', token]);
    expect(ended).toMatchObject({ code: 0 });
  });
});

describe('the plan as a file', () => {
  const PLAN =
    '# Hull\n\n- [ ] Lay the keel\n  Oak.\n  - Straight\n  - [ ] Cut the timber\n- [ ] Plank\n  after: Lay the keel\n';

  test('a Markdown plan is shown, sent, and sent again without changing anything', async () => {
    const file = join(world.folder, 'plan.md');
    writeFileSync(file, PLAN);
    const trial = await world.baton(['plan', 'push', file, '--dry-run']);
    expect(trial).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing was changed') });
    expect(await world.baton(['tree'])).toMatchObject({ stdout: expect.stringContaining('The plan is empty') });
    expect(await world.baton(['plan', 'push', file])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('+ T3 Plank'),
    });
    const { tasks } = dataOf(await world.baton(['tree', '--json']));
    expect(tasks).toMatchObject([
      { number: 1, title: 'Lay the keel', list: 'Hull', children: 1 },
      { number: 2, title: 'Cut the timber', level: 1 },
      { number: 3, title: 'Plank', waits_for: [1] },
    ]);
    const again = await world.baton(['plan', 'push', file]);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was changed') });
    writeFileSync(file, PLAN.replace('Oak.', 'Larch.').replace('- [ ] Plank', '- [ ] Plank\n- [ ] Caulk'));
    const more = await world.baton(['plan', 'push', file]);
    expect(more.stdout).toContain('~ T1 description');
    expect(more.stdout).toContain('+ T4 Caulk');
  });

  test('a tree that is ticked as a whole is done, and a tick that cannot come true changes nothing', async () => {
    const push = (input: string, ...flags: string[]) => world.baton(['plan', 'push', '-', ...flags], { input });
    const statuses = async () => {
      const { rows } = await world.server.database.pool.query<{ status: string }>(
        'select status from tasks where project_id = $1 order by number',
        [world.projectId],
      );
      return rows.map(({ status }) => status);
    };
    await push('- [ ] Keel\n  - [ ] Cut\n  - [ ] Plane\n- [x] Sail\n  - [x] Sew\n');
    expect(await statuses()).toEqual(['open', 'open', 'open', 'done', 'done']);
    // The open subtask is not named in the file.
    expect(await push('- [x] T1\n  - [x] T2\n')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('T1 has subtasks'),
    });
    const whole = '- [x] T1 Keel\n  - [x] T2 Cut\n  - [x] T3 Plane\n  - [x] Oil\n';
    expect(await push(whole, '--dry-run')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/~ T2 status: done.*~ T1 status: done/s),
    });
    expect(await statuses()).toEqual(['open', 'open', 'open', 'done', 'done']);
    expect(await push(whole)).toMatchObject({ code: 0 });
    expect(await statuses()).toEqual(Array(6).fill('done'));
  });

  test('a mark at the beginning, as Windows writes it, takes nothing away', async () => {
    const push = (input: string) => world.baton(['plan', 'push', '-'], { input });
    expect(await push('\uFEFF# Hull\n- [ ] A\n')).toMatchObject({ code: 0 });
    const file = join(world.folder, 'plan.md');
    writeFileSync(file, '\uFEFF- [ ] B\n');
    expect(await world.baton(['plan', 'push', file])).toMatchObject({ code: 0 });
    expect(await push('\uFEFF[{ "op": "add", "title": "C", "list": "Hull" }]')).toMatchObject({ code: 0 });
    const { tasks } = dataOf(await world.baton(['tree', '--json']));
    expect(tasks).toMatchObject([{ title: 'A', list: 'Hull' }, { title: 'B' }, { title: 'C', list: 'Hull' }]);
    const noted = await world.baton(['note', 'finding', '-', '--json'], { input: '\uFEFFWet.\n' });
    expect(noted.stdout).toContain('"Wet."');
    writeFileSync(join(world.folder, '.baton.json'), `\uFEFF${JSON.stringify({ project: world.projectId })}`);
    expect(await world.baton(['tree'], { env: { BATON_PROJECT: undefined } })).toMatchObject({ code: 0 });
  });

  test('as many as 500 edits are one push, and more are refused before anything is sent', async () => {
    const lines = Array.from({ length: 501 }, (_, n) => `- [ ] Task ${n}`);
    expect(await world.baton(['plan', 'push', '-'], { input: lines.join('\n') })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('makes 501 edits, and 500 can be made as one'),
    });
    expect(await world.baton(['plan', 'push', '-'], { input: lines.slice(1).join('\n') })).toMatchObject({ code: 0 });
    const { rows } = await world.server.database.pool.query('select from tasks where project_id = $1', [
      world.projectId,
    ]);
    expect(rows).toHaveLength(500);
  });

  test('ops in JSON are sent as they are, and a wrong one changes nothing', async () => {
    const good = JSON.stringify([{ op: 'add', title: 'Rig', list: 'Mast' }]);
    expect(await world.baton(['plan', 'push', '-'], { input: good })).toMatchObject({ code: 0 });
    const bad = JSON.stringify({
      ops: [
        { op: 'add', title: 'Sail' },
        { op: 'remove', id: 'T99' },
      ],
    });
    expect(await world.baton(['plan', 'push', '-'], { input: bad })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('T99'),
    });
    expect((await world.baton(['tree'])).stdout).not.toContain('Sail');
    expect(await world.baton(['plan', 'push', 'absent.md'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ENOENT'),
    });
    expect(await world.baton(['plan', 'push', '-'], { input: 'Only words.' })).toMatchObject({ code: 1 });
  });

  test('a project goes out and comes in again, checkpoints show what changed', async () => {
    await world.addTasks('Lay the keel');
    expect(await world.baton(['checkpoint', 'save', 'Before'])).toMatchObject({ code: 0 });
    await world.addTasks('Plank');
    expect(await world.baton(['checkpoint', 'list'])).toMatchObject({ stdout: expect.stringContaining('“Before”') });
    expect(await world.baton(['checkpoint', 'diff', 'Before'])).toMatchObject({
      stdout: expect.stringContaining('1 added'),
    });
    const file = join(world.folder, 'ship.json');
    expect(await world.baton(['export', file])).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      format: 'baton',
      tasks: [{ number: 1 }, { number: 2 }],
    });
    expect(await world.baton(['export', '--format', 'markdown'])).toMatchObject({
      stdout: expect.stringContaining('Plank'),
    });
    const report = dataOf(await world.baton(['import', file, '--name', 'Second ship', '--json']));
    expect(report).toMatchObject({ tasks: 2, project: { name: 'Second ship' }, checkpoint_id: null });
    expect(await world.baton(['import', file, '--into'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('checkpoint'),
    });
    expect(await world.baton(['checkpoint', 'restore', 'Before'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 tasks'),
    });
    expect(await world.baton(['checkpoint', 'delete', 'Before'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect(await world.baton(['checkpoint', 'delete', 'Before', '--yes'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Deleted “Before”'),
    });
    expect(await world.baton(['checkpoint', 'delete', 'Before', '--yes'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no checkpoint “Before”'),
    });
    expect(dataOf(await world.baton(['tree', '--json'])).tasks).toHaveLength(1);
  });

  test('report tells what happened since a moment, as text, Markdown or data', async () => {
    expect(await world.baton(['add', 'Lay the keel'])).toMatchObject({ code: 0 });
    expect(await world.baton(['claim', 'T1'])).toMatchObject({ code: 0 });
    expect(await world.baton(['done', 'T1', '--summary', 'Laid and looked at.'])).toMatchObject({ code: 0 });
    const { stdout } = await world.baton(['report', '--since', '1h']);
    expect(stdout).toMatch(/^.+, since .+\n1 task done/);
    const { stdout: markdown } = await world.baton(['report', '--since', '1h', '--markdown']);
    expect(markdown).toContain('### Done');
    const { stdout: json } = await world.baton(['report', '--since', '1h', '--json']);
    expect(JSON.parse(json)).toMatchObject({ done: [{ number: 1 }], handovers: [] });
    expect(await world.baton(['report', '--since', 'lately'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--since takes 8h'),
    });
  });

  test('coverage of a project without a PRD says that there is none', async () => {
    expect(await world.baton(['coverage'])).toMatchObject({ code: 0, stdout: expect.stringContaining('no PRD') });
  });
});

describe('login', () => {
  test('keeps address, key and project for the owner alone, and never shows the key', async () => {
    const ended = await world.baton(['login', '--url', `${world.url}/`], { env: NOBODY, input: `${world.apiKey}\n` });
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout + ended.stderr).not.toContain(world.apiKey);
    const file = join(world.home, '.config/baton/config.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      url: world.url,
      project: world.projectId,
      keys: { [world.url]: world.apiKey },
    });
    expect(await world.baton(['prime'], { env: NOBODY })).toMatchObject({ code: 0 });
  });

  test('a key with a typing error is refused before anybody is asked, and nothing is kept', async () => {
    const env = { ...NOBODY, BATON_URL: 'http://127.0.0.1:9' };
    const ended = await world.baton(['login'], { env, input: `${world.apiKey.slice(0, -2)}\n` });
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining('not a whole API key') });
    expect(statSync(join(world.home, '.config'), { throwIfNoEntry: false })).toBeUndefined();
  });

  test('a project that is not there is refused, and without a key nothing happens', async () => {
    const foreign = '0199a1b2-0000-7000-8000-00000000cafe';
    expect(await world.baton(['login', '--project', foreign])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(foreign),
    });
    expect(await world.baton(['login'], { env: NOBODY })).toMatchObject({ code: 2 });
  });
});
