import { describe, expect, test } from 'vitest';
import { configFor } from '#contract/agent-configs.ts';
import { mergeAgentsSection } from './agents-section.ts';
import { mergeJsonc } from './edit-jsonc.ts';
import { mergeToml } from './edit-toml.ts';
import { UnreadableText, readJsonc, valueOf } from './read-jsonc.ts';

const place = { url: 'https://baton.example/mcp', projectId: '0199a1b2-0000-7000-8000-00000000cafe' };
const read = (text: string) => JSON.parse(JSON.stringify(valueOf(readJsonc(text))));

describe('JSON with comments', () => {
  const { entry } = configFor('claude', place);

  test.each([
    ['an empty object', '{}'],
    ['one line', '{"other": 1}'],
    ['a trailing comma', '{\n  "other": 1,\n}\n'],
    ['a server beside it', '{\n  "mcpServers": {\n    "github": { "command": "gh" }\n  }\n}\n'],
    ['a comment behind the last value', '{\n  "other": 1 // one\n}\n'],
    ['nothing but a comment', '{\n  // nothing yet\n}\n'],
    ['a mark at its beginning', '\uFEFF{"other": [1, 2,]}'],
    ['tabs', '{\n\t"mcpServers": {\n\t\t"github": {} /* kept */\n\t}\n}\n'],
    ['an older entry', '{ "mcpServers": { "baton": { "url": "old", "timeout": 5 } } }'],
    ['an empty server table', '{\n  "mcpServers": {}\n}'],
  ])('%s keeps what it holds, twice makes no difference', (_name, text) => {
    const after = mergeJsonc(text, entry);
    const before = read(text);
    expect(read(after)).toMatchObject({
      ...before,
      mcpServers: { ...before.mcpServers, baton: entry['mcpServers']!['baton' as never] },
    });
    for (const comment of text.match(/\/\/[^\n]*|\/\*.*?\*\//g) ?? []) expect(after).toContain(comment);
    expect(mergeJsonc(after, entry)).toBe(after);
  });

  test('a comment stays with the value it speaks of, and the file keeps its own indentation', () => {
    const text = '{\n\t"a": 1, // one\n\t"b": 2 // two\n}\n';
    expect(mergeJsonc(text, { c: true })).toBe('{\n\t"a": 1, // one\n\t"b": 2, // two\n\t"c": true\n}\n');
  });

  test('an entry that starts a program is replaced as a whole; one with an address keeps what others added', () => {
    const program = '{"mcpServers": {"baton": {"command": "baton", "args": ["mcp"]}}}';
    expect(read(mergeJsonc(program, entry))).toEqual(entry);
    const extended =
      '{"mcpServers": {"baton": {"type": "http", "url": "http://old", "headers": {"X-Mine": "1"}, "timeout": 5}}}';
    expect(read(mergeJsonc(extended, entry)).mcpServers.baton).toMatchObject({
      url: place.url,
      timeout: 5,
      headers: { 'X-Mine': '1', 'X-Project-Id': place.projectId },
    });
  });

  test('the input that asks VS Code for the key is added once and mended when it differs', () => {
    const { entry: vscode } = configFor('vscode', place);
    const text = '{\n  "inputs": [\n    { "id": "other", "type": "promptString" } // mine\n  ]\n}\n';
    const once = mergeJsonc(text, vscode);
    expect(read(once).inputs).toMatchObject([{ id: 'other' }, { id: 'baton-key', password: true }]);
    expect(once).toContain('// mine');
    expect(mergeJsonc(once, vscode)).toBe(once);
    const shown = once.replace('"password": true', '"password": false');
    expect(read(mergeJsonc(shown, vscode)).inputs).toHaveLength(2);
    expect(read(mergeJsonc(shown, vscode)).inputs[1].password).toBe(true);
  });

  test.each(['{', '{"a" 1}', '[1 2]', '{"a": tru}', '{"a": 1} x', '', '{"a": "\n"}', '['.repeat(500)])(
    'what is not JSON is not touched: %j',
    (text) => {
      expect(() => mergeJsonc(text, entry)).toThrow(UnreadableText);
    },
  );

  test('a file whose servers are no table is not touched', () => {
    expect(() => mergeJsonc('[]', entry)).toThrow(UnreadableText);
    expect(read(mergeJsonc('{"mcpServers": null}', entry))).toEqual(entry);
  });
});

describe('TOML', () => {
  const { text: block } = configFor('codex', place);

  test.each([
    ['another server', 'model = "o3" # mine\n\n[mcp_servers.github]\ncommand = "gh"\n'],
    ['a text of many lines that looks like a table', 'notes = """\n[mcp_servers.baton]\nurl = "no"\n"""\n'],
    ['a comment that holds quotes', '# it is """ not open\n[profiles.x]\nmodel = "o3"\n'],
    ['no line end at its end', '[a]\nb = 1'],
  ])('%s stays, our table is added at the end, twice makes no difference', (_name, text) => {
    const after = mergeToml(text, block);
    expect(after.startsWith(text.trimEnd())).toBe(true);
    expect(after.endsWith(block)).toBe(true);
    expect(mergeToml(after, block)).toBe(after);
  });

  test('an older table is brought up to date and keeps its other values and comments', () => {
    const text =
      '[mcp_servers.baton] # ours\nurl = "http://old/mcp"\nstartup_timeout_sec = 20 # slow\n\n[mcp_servers.baton.env]\nA = "1"\n\n[other]\nurl = "http://other"\n';
    const after = mergeToml(text, block);
    expect(after).toContain(`url = "${place.url}"`);
    expect(after).not.toContain('http://old/mcp');
    for (const kept of [
      '# ours',
      'startup_timeout_sec = 20 # slow',
      '[mcp_servers.baton.env]\nA = "1"',
      '[other]\nurl = "http://other"',
    ])
      expect(after).toContain(kept);
    expect(after.match(/\[mcp_servers\.baton\]/g)).toHaveLength(1);
    expect(mergeToml(after, block)).toBe(after);
  });

  test('a table that starts a program begins anew', () => {
    const after = mergeToml('[mcp_servers."baton"]\ncommand = "baton"\nargs = ["mcp"]\n', block);
    expect(after).not.toContain('command');
    expect(after).toContain('bearer_token_env_var');
  });

  test('a value of many lines goes or is replaced as a whole, and what stands around it stays', () => {
    const before = 'matrix = [\n  [1], # ]\n  [2]\n]\n\n';
    const after = '\n[other]\nurl = "http://other"\nargs = [\n  "x",\n]\n';
    const program =
      '[mcp_servers.baton] # ours\ncommand = "npx"\n# how it starts\n\nargs = [\n  "-y", # yes\n  "[baton]",\n]\nenv = {\n  A = "1",\n}\nnotes = """\nit\'s \\""" [open\n[x]\nurl = 1"""\nliteral = \'\'\'\n[\n\'\'\'\n';
    expect(mergeToml(`${before}${program}${after}`, block)).toBe(
      `${before}${block.replace(']\n', '] # ours\n')}# how it starts\n\n${after}`,
    );
    const address =
      '[mcp_servers.baton]\n"url" = """\nhttp://old"""\nhttp_headers = {\n  "X-Project-Id" = "old",\n}\nenabled_tools = [\n  "orient",\n]\n';
    const [header = '', url = '', token = '', headers = ''] = block.split('\n');
    const mended = `${header}\n${token}\n${url}\n${headers}\nenabled_tools = [\n  "orient",\n]\n`;
    expect(mergeToml(`${before}${address}${after}`, block)).toBe(`${before}${mended}${after}`);
  });

  test('a header with a comment is one with the line ends of Windows too', () => {
    const after = mergeToml('[mcp_servers.baton] # ours\r\nurl = "http://old"\r\n', block);
    expect(after.match(/^\[/gm)).toHaveLength(1);
  });

  test.each(['[mcp_servers.baton]\nargs = [\n  "x",\n\n[other]\na = 1\n', 'a = 1 ]\n'])(
    'a file with a bracket that is left open is not touched: %j',
    (text) => {
      expect(() => mergeToml(text, block)).toThrow(UnreadableText);
    },
  );

  test.each([
    'mcp_servers = { baton = { url = "x" } }\n',
    'mcp_servers.baton.url = "x"\n',
    '[mcp_servers]\nbaton = { url = "x" }\n',
    '[mcp_servers]\nbaton.url = "x"\n',
    '[mcp_servers.baton]\nurl = "x"\nhttp_headers.A = "1"\n',
    '[mcp_servers.baton]\nurl = "x"\n\n[mcp_servers.baton.http_headers]\nA = "1"\n',
  ])('a table in another form is left to whoever wrote it: %j', (text) => {
    expect(() => mergeToml(text, block)).toThrow(UnreadableText);
  });
});

describe('AGENTS.md', () => {
  test('the section is added behind what is there, and replaced where it stands', () => {
    const mine = '# Our rules\n\nUse tabs.\n';
    const first = mergeAgentsSection(mine);
    expect(first.startsWith(mine)).toBe(true);
    expect(mergeAgentsSection(first)).toBe(first);
    const edited = `${first.replace('## The plan is kept in Baton', '## Old words')}\nMore of ours.\n`;
    const mended = mergeAgentsSection(edited);
    expect(mended).toContain('## The plan is kept in Baton');
    expect(mended.endsWith('\nMore of ours.\n')).toBe(true);
    expect(mergeAgentsSection('')).toMatch(/^<!-- baton:begin -->/);
  });
});
