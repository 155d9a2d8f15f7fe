import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOOK_CLIENTS } from '#contract/clients/hooks.ts';
import { type CliOptions, type CliWorld, withCliWorld } from '#test/cli-world.ts';

let world: CliWorld;
withCliWorld((given) => (world = given));
beforeEach(() => world.addTasks('Lay the keel', 'Caulk the seams'));

/** A second working tree. */
function tree(name: string): string {
  const folder = join(world.home, name);
  mkdirSync(join(folder, '.git'), { recursive: true });
  return folder;
}

interface Told {
  hookSpecificOutput?: { hookEventName: string; additionalContext: string };
  additional_context?: string;
  decision?: string;
  reason?: string;
  followup_message?: string;
}

async function hook(args: string[], input: object = {}, options: CliOptions = {}): Promise<Told | undefined> {
  const ended = await world.baton(args, { input: JSON.stringify(input), ...options });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  return ended.stdout === '' ? undefined : (JSON.parse(ended.stdout) as Told);
}

describe('prime', () => {
  test('says what changed since this working tree was here last; another one has its own memory', async () => {
    const [one, two] = [tree('one'), tree('two')];
    const prime = async (cwd: string) => (await world.baton(['prime'], { cwd })).stdout;
    expect(await prime(one)).not.toContain('Since');
    expect(await prime(one)).toMatch(/Since \d+, newest first:\n {2}nothing/);
    await world.baton(['note', 'finding', 'The wood is wet.'], { cwd: two });
    mkdirSync(join(one, 'deep/er'), { recursive: true });
    expect(await prime(join(one, 'deep/er'))).toMatch(/Since \d+[^]*Finding note added/);
    expect(await prime(one)).toMatch(/Since \d+, newest first:\n {2}nothing/);
    expect(await prime(two)).not.toContain('Since');
  });

  test('a cursor that was given is kept to, and a memory that cannot be read costs nothing but itself', async () => {
    expect((await world.baton(['prime', '--since', '0'])).stdout).toContain('Since 0');
    const state = join(world.home, 'file');
    writeFileSync(state, '');
    const ended = await world.baton(['prime'], { env: { XDG_STATE_HOME: state } });
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Lay the keel') });
  });
});

describe.each(HOOK_CLIENTS)('the hooks of %s', (client) => {
  test('a session begins with where the project stands, and with the token of what this session holds', async () => {
    const claimed = await world.baton(['claim']);
    const token = /baton (\d+\.[\da-z]+)/.exec(claimed.stdout)?.[1] ?? '';
    expect(token).not.toBe('');
    const told = await hook(['prime', '--hook', client], { cwd: world.folder, source: 'compact' });
    const text = told?.additional_context ?? told?.hookSpecificOutput?.additionalContext ?? '';
    expect(text).toContain('Lay the keel');
    expect(text).toContain(token);
    expect(told?.hookSpecificOutput?.hookEventName).toBe(client === 'cursor' ? undefined : 'SessionStart');
  });

  test('an agent that stops with a baton in its hands is told so once', async () => {
    expect(await hook(['hook', client, 'stop'])).toBeUndefined();
    await world.baton(['claim']);
    expect(await hook(['hook', client, 'stop'], { stop_hook_active: true })).toBeUndefined();
    const told = await hook(['hook', client, 'stop'], { cwd: world.folder });
    expect(told?.reason ?? told?.followup_message).toContain('T1 “Lay the keel”');
    expect(told?.decision).toBe({ claude: 'block', codex: 'block', gemini: 'deny', cursor: undefined }[client]);
    expect(await hook(['hook', client, 'stop'], { cwd: world.folder })).toBeUndefined();
  });
});

describe('a hook that cannot do its work', () => {
  test.each([
    ['a server that is away', { BATON_URL: 'http://127.0.0.1:9' }],
    ['a key that is not there', { BATON_API_KEY: undefined }],
    ['a folder without a project', { BATON_PROJECT: undefined }],
    ['a project that is no id', { BATON_PROJECT: 'ship' }],
  ])('%s makes no sound', async (_name, env) => {
    for (const args of [
      ['prime', '--hook', 'claude'],
      ['hook', 'codex', 'pre-compact'],
      ['hook', 'gemini', 'stop'],
    ])
      expect(await hook(args, {}, { env })).toBeUndefined();
  });
});

describe('before the context is compacted', () => {
  test('what was said since the last note is left on the task that is held', async () => {
    const transcript = join(world.folder, 'session.jsonl');
    const said = (text: string) =>
      `${JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text }] } })}\n`;
    writeFileSync(transcript, said('The keel is bent at frame 12.'));
    const input = { cwd: world.folder, transcript_path: transcript, trigger: 'auto' };
    await hook(['hook', 'claude', 'pre-compact'], input);
    expect((await world.baton(['search', 'bent'])).stdout).not.toContain('frame 12');
    const claimed = (await world.baton(['claim'], { env: { XDG_STATE_HOME: join(world.home, 'else') } })).stdout;
    writeFileSync(
      transcript,
      `${JSON.stringify({ type: 'user', message: { content: claimed } })}\n${said('The keel is bent at frame 12.')}`,
    );
    await hook(['hook', 'claude', 'pre-compact'], input);
    expect((await world.baton(['show', 'T1'])).stdout).toContain('frame 12');
  });
});

describe('the plug-in', () => {
  test('leaves it to the repository where that runs the same hooks', async () => {
    expect(await hook(['prime', '--hook', 'claude', '--plugin'], { cwd: world.folder })).toBeDefined();
    mkdirSync(join(world.folder, '.claude'));
    writeFileSync(join(world.folder, '.claude/settings.json'), '{"hooks": "baton hook claude stop"}');
    expect(await hook(['prime', '--hook', 'claude', '--plugin'], { cwd: world.folder })).toBeUndefined();
    expect(await hook(['prime', '--hook', 'claude'], { cwd: world.folder })).toBeDefined();
  });

  test('a client or a moment that nobody knows fails nobody', async () => {
    for (const words of [
      ['hook', 'emacs', 'stop'],
      ['hook', 'claude', 'lunch'],
      ['hook'],
      ['prime', '--hook', 'emacs'],
    ])
      expect(await world.baton(words)).toMatchObject({ code: 0, stdout: '' });
  });
});
