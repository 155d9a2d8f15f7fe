import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { AGENT_CLIENTS, clientOf, hasServerFile, linkFor } from '#contract/clients/all-clients.ts';
import type { AgentClient, Way } from '#contract/clients/client.ts';
import { placeOf } from './client-files.ts';
import { removeClient, setUpClient } from './set-up-client.ts';

const url = 'http://baton.example:3000/mcp';
const project = '0199a1b2-0000-7000-8000-00000000cafe';
const otherProject = '0199a1b2-0000-7000-8000-00000000beef';
const all = AGENT_CLIENTS.flatMap((client) => client.ways.map((way): [AgentClient, Way] => [client.id, way]));

let home: string;
let folder: string;
let second: string;
beforeEach(() => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'baton-set-up-')));
  [home = '', folder = '', second = ''] = ['home', 'first', 'second'].map((name) => join(root, name));
  for (const each of [home, folder, second]) mkdirSync(each);
  return () => rmSync(root, { recursive: true, force: true });
});

const place = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const read = (file: string) => readFileSync(file, 'utf8');

/** What a client's file may already hold, by its form: somebody's other server, and comments. */
const THERE = {
  json: {
    text: '{\n  // ours\n  "theme": "dark", "other": { "github": { "command": "gh" } } // kept\n}\n',
    kept: ['// ours', '"theme": "dark"', '{ "command": "gh" }', '// kept'],
  },
  toml: {
    text: 'model = "o3" # ours\n\n[mcp_servers.github]\ncommand = "gh"\n',
    kept: ['model = "o3" # ours', '[mcp_servers.github]\ncommand = "gh"'],
  },
  yaml: {
    text: 'GOOSE_MODE: auto # ours\nextensions:\n  memory:\n    enabled: true\n',
    kept: ['GOOSE_MODE: auto # ours', '  memory:\n    enabled: true'],
  },
};

describe.each(all)('%s by %s', (id, way) => {
  const client = clientOf(id);
  const options = { withHooks: true, withTrust: false };
  const setUp = (where = folder, projectId = project) =>
    setUpClient(client, linkFor(client, { url, projectId }, way), { folder: where, home }, { ...options, root: where });
  /** The server's file with what others put there. */
  const prepare = () => {
    const part = hasServerFile(client, way)
      ? client.server?.(linkFor(client, { url, projectId: project }, way))
      : undefined;
    if (part === undefined) return undefined;
    const file = placeOf(part.file, { folder, home });
    const { text, kept } = THERE[part.format];
    place(file, text);
    return { file, kept };
  };

  test('files that hold other things keep them, and a second time changes nothing', () => {
    const server = prepare();
    const instructions = join(folder, client.instructions.file);
    place(instructions, '# Our rules\n');
    const steps = setUp();
    expect(steps.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    const once = new Map(steps.map(({ file }) => [file, read(file)]));
    if (server !== undefined)
      for (const each of [...server.kept, project, 'http://baton.example:3000'])
        expect(read(server.file)).toContain(each);
    for (const each of ['# Our rules', '## The plan is kept in Baton']) expect(read(instructions)).toContain(each);
    for (const { outcome, file } of setUp()) expect(outcome, file).toBe('unchanged');
    for (const [file, text] of once) expect(read(file)).toBe(text);
  });

  test('the other way takes the place of this one: there is one server, and no key where none is needed', () => {
    const server = prepare();
    const other = client.ways.find((each) => each !== way);
    if (server === undefined || other === undefined || !hasServerFile(client, other)) return;
    setUp();
    const link = linkFor(client, { url, projectId: project }, other);
    const again = () => setUpClient(client, link, { folder, home }, { ...options, root: folder });
    again();
    const text = read(server.file);
    expect(text.split(project)).toHaveLength(2);
    if (other === 'sign-in') expect(text).not.toMatch(/BATON_API_KEY|"command": "baton"|Authorization/);
    for (const { outcome, file } of again()) expect(outcome, file).toBe('unchanged');
  });

  test('what it wrote comes out again, and what was there before stays', () => {
    const server = prepare();
    setUp();
    const links = client.ways.map((each) => linkFor(client, { url, projectId: project }, each));
    const steps = removeClient(client, links, { folder, home });
    expect(steps.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    if (server !== undefined) {
      for (const each of server.kept) expect(read(server.file)).toContain(each);
      expect(read(server.file)).not.toContain('baton');
    }
    expect(existsSync(join(folder, client.instructions.file))).toBe(false);
  });

  test('a second repository of the same person leaves the first one’s entries as they are', () => {
    const server = prepare();
    setUp();
    const before = server === undefined ? '' : read(server.file);
    setUp(second, otherProject);
    if (server !== undefined && client.scope === 'repository') expect(read(server.file)).toBe(before);
    if (server !== undefined && client.scope === 'user') {
      expect(read(server.file)).toContain(project);
      expect(read(server.file)).toContain(otherProject);
    }
    for (const { outcome, file } of setUp()) expect(outcome, file).toBe('unchanged');
  });
});
