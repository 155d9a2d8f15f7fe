import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CliOptions, type CliWorld, withCliWorld } from '#test/cli-world.ts';
import { type MeddlingProxy, startMeddlingProxy } from '#test/meddling-proxy.ts';
import { VERSION } from './version.ts';

let world: CliWorld;
let proxy: MeddlingProxy;
withCliWorld((given) => (world = given));
beforeEach(async () => {
  proxy = await startMeddlingProxy(world.url);
  return () => proxy.close();
});

/** The problems found, by topic; also checks the exit code. */
async function faultsOf(options: CliOptions = {}) {
  const { code, stdout } = await world.baton(['doctor', '--json'], options);
  const { findings } = JSON.parse(stdout) as {
    findings: { about: string; isFine: boolean; says: string; advice?: string }[];
  };
  const faults = findings.filter(({ isFine }) => !isFine);
  expect(code).toBe(faults.length === 0 ? 0 : 1);
  return faults;
}

/** A machine with the command line installed. */
function installed(): { env: Record<string, string> } {
  const bin = join(world.home, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'baton'), '#!/bin/sh\n', { mode: 0o755 });
  return { env: { PATH: `${bin}${delimiter}${world.env['PATH'] ?? ''}` } };
}

describe('doctor', () => {
  test('a set-up that works has no faults, its client configuration included', async () => {
    const options = installed();
    await world.baton(['init', '--trust', '--client', 'claude', 'codex', 'vscode'], options);
    expect(await faultsOf(options)).toEqual([]);
    expect(await world.baton(['doctor'], options)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Everything is in order.'),
    });
  });

  test('nothing set at all is told with the command that sets it', async () => {
    const env = { BATON_URL: undefined, BATON_API_KEY: undefined, BATON_PROJECT: undefined };
    const faults = await faultsOf({ env });
    expect(faults.map(({ about }) => about)).toEqual(['server', 'key']);
    for (const { advice } of faults) expect(advice).toContain('baton login');
  });

  test('a server that is not there', async () => {
    expect(await faultsOf({ env: { BATON_URL: 'http://127.0.0.1:9' } })).toMatchObject([
      {
        about: 'server',
        says: expect.stringContaining('nothing listens there'),
        advice: expect.stringContaining('npm start'),
      },
    ]);
  });

  test('something at the address that is not Baton', async () => {
    proxy.change = (_passing, answer) => ({
      ...answer,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Hello</h1>',
    });
    const [fault] = await faultsOf({ env: { BATON_URL: proxy.url } });
    expect(fault).toMatchObject({ about: 'server', says: expect.stringContaining('it is not Baton') });
  });

  test.each([
    ['a variable that was not filled in', '${BATON_API_KEY}', 'name of a variable'],
    ['another secret', 'sk-123', 'does not begin with baton_'],
    ['a half copy', 'baton_short', 'not copied whole'],
  ])('%s instead of a key', async (_name, BATON_API_KEY, says) => {
    expect(await faultsOf({ env: { BATON_API_KEY } })).toMatchObject([
      { about: 'key', says: expect.stringContaining(says) },
    ]);
  });

  test('a key with a wrong checksum is found without asking the server', async () => {
    const BATON_API_KEY = `${world.apiKey.slice(0, -1)}${world.apiKey.endsWith('a') ? 'b' : 'a'}`;
    expect(await faultsOf({ env: { BATON_API_KEY, BATON_URL: proxy.url } })).toMatchObject([
      { about: 'key', says: expect.stringContaining('checksum'), advice: expect.stringContaining('API Keys page') },
    ]);
    expect(proxy.seen.map(({ path }) => path)).toEqual(['/api/instance']);
  });

  test('a key that was regenerated', async () => {
    const token = await world.regenerateKey();
    expect(token).not.toBe(world.apiKey);
    expect(await faultsOf()).toMatchObject([{ about: 'key', says: expect.stringContaining('refused') }]);
  });

  test('somebody else’s project, told with the ids of one’s own', async () => {
    const foreign = '0199a1b2-0000-7000-8000-00000000cafe';
    expect(await faultsOf({ env: { BATON_PROJECT: foreign } })).toMatchObject([
      { about: 'project', says: expect.stringContaining(foreign), advice: expect.stringContaining(world.projectId) },
    ]);
    expect(await faultsOf({ env: { BATON_PROJECT: 'ship' } })).toMatchObject([{ about: 'project' }]);
  });

  test('a clock that is an hour off, in both directions', async () => {
    for (const [hours, word] of [
      [-1, 'ahead of'],
      [1, 'behind'],
    ] as const) {
      const date = new Date(Date.now() + hours * 3_600_000).toUTCString();
      proxy.change = (_passing, answer) => ({ ...answer, headers: { ...answer.headers, date } });
      expect(await faultsOf({ env: { BATON_URL: proxy.url } })).toMatchObject([
        { about: 'clock', says: expect.stringContaining(`60 min ${word}`) },
      ]);
    }
  });

  test('a command line that is older than the server, and a server that is older', async () => {
    const claim = (version: string) => {
      proxy.change = ({ path }, answer) => ({
        ...answer,
        body:
          path === '/api/instance'
            ? answer.body.replace(`"version":"${VERSION}"`, `"version":"${version}"`)
            : answer.body,
      });
    };
    claim('99.0.0');
    expect(await faultsOf({ env: { BATON_URL: proxy.url } })).toMatchObject([
      {
        about: 'version',
        says: expect.stringContaining('this command line is old'),
        advice: expect.stringContaining('npm install'),
      },
    ]);
    claim('0.0.1');
    expect(await faultsOf({ env: { BATON_URL: proxy.url } })).toMatchObject([
      { about: 'version', says: expect.stringContaining('the server is old') },
    ]);
  });
});

describe('doctor on the clients’ files', () => {
  const configure = (text: string) => writeFileSync(join(world.folder, '.mcp.json'), text);
  const entry = (fields: object) => JSON.stringify({ mcpServers: { baton: fields } });
  /** As after `baton login`: the key is stored, but not in the environment variable. */
  const signedIn = async () => {
    await world.baton(['login']);
    return { env: { BATON_API_KEY: undefined } };
  };

  test('a variable that the file refers to and that is not set in this shell', async () => {
    const options = await signedIn();
    await world.baton(['init', '--no-hooks', '--client', 'claude', 'vscode']);
    const faults = await faultsOf(options);
    expect(faults).toMatchObject([
      {
        about: 'client',
        says: expect.stringMatching(/Claude Code: BATON_API_KEY.*not set/),
        advice: expect.stringContaining('export'),
      },
    ]);
  });

  test('another server, another project, the key itself, and a file that cannot be read', async () => {
    const at = { url: `${world.url}/mcp` };
    configure(entry({ url: 'http://elsewhere.example/mcp' }));
    expect(await faultsOf()).toMatchObject([{ about: 'client', says: expect.stringContaining('another server') }]);
    configure(entry({ ...at, headers: { 'X-Project-Id': 'other' } }));
    expect(await faultsOf()).toMatchObject([{ about: 'client', says: expect.stringContaining('another project') }]);
    configure(entry({ ...at, headers: { Authorization: `Bearer ${world.apiKey}` } }));
    const [literal] = await faultsOf();
    expect(literal).toMatchObject({ about: 'client', says: expect.stringContaining('the key itself') });
    expect(JSON.stringify(literal)).not.toContain(world.apiKey);
    configure('{ "mcpServers": ');
    expect(await faultsOf()).toMatchObject([{ about: 'client', says: expect.stringContaining('cannot be read') }]);
  });

  test('a folder that Codex does not trust, and hooks that find no command', async () => {
    await world.baton(['init', '--client', 'codex']);
    expect(await faultsOf({ env: { PATH: dirname(process.execPath) } })).toMatchObject([
      { says: expect.stringContaining('no baton on the PATH'), advice: expect.stringContaining('baton-cli.tgz') },
      { says: expect.stringContaining('does not trust'), advice: expect.stringContaining('--trust') },
    ]);
  });

  test('a configuration that knows nothing of Baton is nobody’s fault', async () => {
    configure('{ "mcpServers": { "github": {} } }');
    mkdirSync(join(world.home, '.codex'));
    writeFileSync(join(world.home, '.codex/config.toml'), '[mcp_servers.github]\ncommand = "gh"\n');
    expect(await faultsOf()).toEqual([]);
  });
});
