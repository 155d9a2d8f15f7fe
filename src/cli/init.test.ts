import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientOf, linkFor } from '#contract/clients/all-clients.ts';
import type { AgentClient, Way } from '#contract/clients/client.ts';
import { cliFile, runScript } from '#test/cli-world.ts';

const cli = await cliFile();

const url = 'http://baton.example:3000';
const project = '0199a1b2-0000-7000-8000-00000000cafe';
const otherProject = '0199a1b2-0000-7000-8000-00000000beef';

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-home-'));
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'baton-folder-')));
  mkdirSync(join(folder, '.git/info'), { recursive: true });
  writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
  return () => {
    rmSync(home, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
});

const key = `baton_${'k'.repeat(40)}`;
const init = (...args: string[]) =>
  runScript(
    [cli, 'init', ...args],
    { PATH: '', HOME: home, BATON_URL: url, BATON_PROJECT: project, BATON_API_KEY: key },
    folder,
  );
const placeOf = (file: string) => (file.startsWith('~/') ? join(home, file.slice(2)) : join(folder, file));
const serverOf = (id: AgentClient, way: Way = 'key') => {
  const client = clientOf(id);
  return client.server?.(linkFor(client, { url: `${url}/mcp`, projectId: project }, way));
};
const fileOf = (id: AgentClient) => placeOf(serverOf(id)?.file ?? '');
const place = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const read = (file: string) => readFileSync(file, 'utf8');

describe('init', () => {
  test('writes all that a client needs, says what is left to do, does nothing the second time, and takes it out again', async () => {
    const first = await init('--client', 'claude', 'goose', 'zed');
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('baton doctor') });
    for (const file of [
      '.mcp.json',
      '.claude/settings.json',
      'CLAUDE.md',
      'AGENTS.md',
      '.baton.json',
      '.zed/settings.json',
    ])
      expect(first.stdout).toContain(`written   ${join(folder, file)}`);
    expect(first.stdout).toContain('~/.config/goose/config.yaml'.replace('~', home));
    expect(first.stdout).not.toContain(key);
    const again = await init('--client', 'claude', 'goose', 'zed');
    expect(again.stdout).toContain('unchanged');
    expect(again.stdout).not.toMatch(/^(written|changed|removed)/m);
    expect(await init('--client', 'claude', 'goose', 'zed', '--remove')).toMatchObject({ code: 0 });
    for (const file of ['.mcp.json', '.claude/settings.json', 'CLAUDE.md', 'AGENTS.md', '.baton.json'])
      expect(existsSync(join(folder, file)), file).toBe(false);
    expect((await init('--client', 'claude', '--remove')).stdout).toContain('Nothing of Baton was here.');
  });

  test('finds the clients that are in use, and says so when there are none', async () => {
    const lost = await init();
    expect(lost).toMatchObject({ code: 2, stderr: expect.stringContaining('No client was found') });
    expect(lost.stderr, 'a newcomer does not know how they are called here').toMatch(
      /--client claude; there are .*codex.*cursor/,
    );
    expect(existsSync(join(folder, 'AGENTS.md'))).toBe(false);
    mkdirSync(join(folder, '.cursor'));
    mkdirSync(join(home, '.codex'));
    const ended = await init();
    expect(ended.code).toBe(0);
    expect([existsSync(fileOf('cursor')), existsSync(fileOf('codex')), existsSync(fileOf('claude'))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('the key where this shell knows it, else a sign-in; the one takes the place of the other', async () => {
    await init('--client', 'claude', 'codex', 'opencode');
    expect(read(fileOf('claude'))).toContain('Bearer ${BATON_API_KEY}');
    await init('--client', 'claude', 'codex', 'opencode', '--sign-in');
    for (const id of ['claude'] as const) {
      expect(read(fileOf(id))).not.toContain('BATON_API_KEY');
      expect(read(fileOf(id))).toContain(project);
    }
    expect(read(fileOf('codex'))).toContain('[mcp_servers.baton-0000cafe]');
    const fresh = await runScript(
      [cli, 'init', '--client', 'claude'],
      { PATH: '', HOME: home, BATON_URL: url, BATON_PROJECT: project },
      folder,
    );
    expect(fresh.stdout).toContain('type /mcp');
    expect(await init('--client', 'claude', '--key', '--sign-in')).toMatchObject({ code: 2 });
  });

  test('what is for one person is kept from git', async () => {
    await init('--client', 'claude');
    expect(read(join(folder, '.git/info/exclude'))).toBe('.claude/settings.local.json\n');
    expect(JSON.parse(read(join(folder, '.claude/settings.local.json')))).toMatchObject({
      permissions: { allow: ['mcp__baton'] },
    });
  });

  test('trust is written when it is asked for, for this folder alone', async () => {
    place(join(home, '.codex/config.toml'), '[projects."/elsewhere"]\ntrust_level = "trusted"\n');
    const asked = await init('--client', 'codex', 'gemini');
    expect(asked.stdout).toContain('trust the folder');
    expect(read(join(home, '.codex/config.toml'))).not.toContain(folder);
    const given = await init('--client', 'codex', 'gemini', '--trust');
    expect(given.stdout).not.toContain('trust the folder');
    expect(read(join(home, '.codex/config.toml'))).toContain(
      `[projects."/elsewhere"]\ntrust_level = "trusted"\n\n[projects."${folder}"]\ntrust_level = "trusted"\n`,
    );
    expect(JSON.parse(read(join(home, '.gemini/trustedFolders.json')))).toEqual({ [folder]: 'TRUST_FOLDER' });
  });

  test('the entry an earlier version wrote for every repository goes if it is of this project, and only then', async () => {
    const file = join(home, '.codex/config.toml');
    const earlier = (id: string) =>
      `[mcp_servers.baton]\nurl = "${url}/mcp"\nhttp_headers = { "X-Project-Id" = "${id}" }\n`;
    place(file, earlier(otherProject));
    await init('--client', 'codex');
    expect(read(file)).toBe(earlier(otherProject));
    place(file, `model = "o3"\n\n${earlier(project)}`);
    await init('--client', 'codex');
    expect(read(file)).toBe('model = "o3"\n');
  });

  test('the command and the key of the hooks are told only while they are missing', async () => {
    const NEED = `Hooks and baton mcp need`;
    const env = { HOME: home, BATON_URL: url, BATON_PROJECT: project };
    const bin = join(home, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'baton'), '', { mode: 0o755 });
    const tell = async (more: Record<string, string>) =>
      (await runScript([cli, 'init', '--client', 'codex'], { PATH: '', ...env, ...more }, folder)).stdout;
    expect(await tell({})).toContain(
      `${NEED} the command and its key: npm install -g ${url}/baton-cli.tgz, then baton login\n`,
    );
    expect(await tell({ BATON_API_KEY: key })).toContain(`${NEED} the command: npm install -g ${url}/baton-cli.tgz\n`);
    expect(await tell({ PATH: bin })).toContain(`${NEED} a key: baton login\n`);
    expect(await tell({ PATH: bin, BATON_API_KEY: key })).not.toContain(NEED);
  });

  test('hooks are left out when they are not wanted', async () => {
    await init('--client', 'codex', '--no-hooks');
    expect(existsSync(join(folder, '.codex/hooks.json'))).toBe(false);
    await init('--client', 'codex');
    expect(read(join(folder, '.codex/hooks.json'))).toContain('baton hook codex stop');
  });

  test('a file that takes AGENTS.md in, or is a link to it, is told nothing twice', async () => {
    place(join(folder, 'CLAUDE.md'), '# Ours\n\n@AGENTS.md\n');
    symlinkSync('AGENTS.md', join(folder, 'GEMINI.md'));
    await init('--client', 'claude', 'gemini');
    await init('--client', 'claude', 'gemini');
    expect(read(join(folder, 'CLAUDE.md'))).toBe('# Ours\n\n@AGENTS.md\n');
    expect(read(join(folder, 'GEMINI.md')).match(/baton:begin/g)).toHaveLength(1);
  });

  test('a file it cannot read is left as it is, told, and does not keep the others from being written', async () => {
    place(fileOf('claude'), '{ "mcpServers": ');
    const ended = await init('--client', 'claude', 'cursor');
    expect(ended).toMatchObject({ code: 1, stdout: expect.stringContaining('left as it is') });
    expect(ended.stdout).toContain('"X-Project-Id"');
    expect(read(fileOf('claude'))).toBe('{ "mcpServers": ');
    expect(read(fileOf('cursor'))).toContain(project);
  });

  test('a client nobody knows and a project that is no id are usage errors', async () => {
    expect(await init('--client', 'emacs')).toMatchObject({ code: 2, stderr: expect.stringContaining('emacs') });
    expect(await init('--client', 'claude', '--project', 'ship')).toMatchObject({ code: 2 });
  });
});
