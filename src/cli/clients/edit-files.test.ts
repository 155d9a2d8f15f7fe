import { describe, expect, test } from 'vitest';
import { clientOf, linkFor } from '#contract/clients/all-clients.ts';
import type { AgentClient } from '#contract/clients/client.ts';
import { renderFile } from '#contract/clients/render-entry.ts';
import { mergeJsonc, removeJsonc } from './edit-jsonc.ts';
import { mergeToml, removeTomlTable, removeTomlValue } from './edit-toml.ts';
import { mergeYaml, readYamlBlock, removeYamlBlock } from './edit-yaml.ts';
import { mergeSection, removeSection } from './instructions.ts';
import { readJsonc, valueOf } from './read-jsonc.ts';
import { UnreadableText } from './unreadable-text.ts';

const place = { url: 'https://baton.example/mcp', projectId: '0199a1b2-0000-7000-8000-00000000cafe' };
/** The server's part of a client's file, with a key. */
function serverOf(id: AgentClient) {
  const client = clientOf(id);
  const part = client.server?.(linkFor(client, place, 'key'));
  if (part === undefined) throw new Error('no server');
  return part;
}
const read = (text: string) => JSON.parse(JSON.stringify(valueOf(readJsonc(text))));

describe('JSON with comments', () => {
  const { entry } = serverOf('claude');

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
    const { entry: vscode } = serverOf('vscode');
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

  test('what a person said in one word for all is not turned into a table', () => {
    expect(() => mergeJsonc('{"permission": "ask"}', { permission: { 'baton_*': 'allow' } })).toThrow(UnreadableText);
  });

  test('the words of a command are replaced together, a list of names is added to', () => {
    const before = '{"s": {"command": "baton", "args": ["mcp", "--project", "old"], "allow": ["other"]}}';
    const after = mergeJsonc(before, { s: { command: 'baton', args: ['mcp', '--project', 'new'], allow: ['orient'] } });
    expect(read(after)).toEqual({
      s: { command: 'baton', args: ['mcp', '--project', 'new'], allow: ['other', 'orient'] },
    });
  });

  test('an address becomes a program as a whole, and what only adds to a program leaves it one', () => {
    expect(
      read(mergeJsonc('{"s": {"url": "http://x", "headers": {}}}', { s: { command: 'baton', args: [] } })),
    ).toEqual({
      s: { command: 'baton', args: [] },
    });
    expect(read(mergeJsonc('{"s": {"command": "baton"}}', { s: { autoApprove: ['orient'] } }))).toEqual({
      s: { command: 'baton', autoApprove: ['orient'] },
    });
  });

  test('a hook of ours is mended where it stands, others stay', () => {
    const hook = (command: string) => ({ hooks: [{ type: 'command', command }] });
    const before = JSON.stringify({ hooks: { Stop: [hook('say bye'), hook('old baton hook claude stop')] } });
    const after = read(mergeJsonc(before, { hooks: { Stop: [hook('new && baton hook claude stop')] } }));
    expect(after).toEqual({ hooks: { Stop: [hook('say bye'), hook('new && baton hook claude stop')] } });
  });

  test.each([
    ['first', '{\n  "baton": 1,\n  "b": 2 // two\n}\n', '{\n  "b": 2 // two\n}\n'],
    ['between', '{ "a": 1, "baton": 1, "b": 2 }', '{ "a": 1, "b": 2 }'],
    ['last', '{\n  "a": 1,\n  "baton": 1\n}\n', '{\n  "a": 1\n}\n'],
    ['only', '{ "baton": 1 }', '{}'],
    ['not there', '{ "a": 1 }', '{ "a": 1 }'],
  ])('takes a name out that is %s', (_name, text, left) => {
    expect(removeJsonc(text, { baton: 1 })).toBe(left);
  });

  test('takes out what was put in, and the tables that were made for it', () => {
    const before = '{\n  // ours\n  "permissions": {\n    "allow": ["Bash(ls)"]\n  }\n}\n';
    const part = {
      permissions: { allow: ['mcp__baton'] },
      enabledMcpjsonServers: ['baton'],
      hooks: { Stop: [{ a: 1 }] },
    };
    expect(read(removeJsonc(mergeJsonc(before, part), part))).toEqual(read(before));
  });

  test.each([
    ['a comment before the last', '{\n  "a": 1, // one\n  "baton": 1\n}\n', '{\n  "a": 1 // one\n}\n'],
    ['a comment before the comma', '{ "a": 1 /* , */, "baton": 1 }', '{ "a": 1 /* , */ }'],
    ['a trailing comma', '{\n  "a": 1,\n  "baton": 1,\n}\n', '{\n  "a": 1,\n}\n'],
    ['the line ends of Windows', '{\r\n  "a": 1,\r\n  "baton": 1\r\n}\r\n', '{\r\n  "a": 1\r\n}\r\n'],
    ['the last of two items', '{ "a": [1, 2], "baton": 1 }', '{ "a": [1, 2] }'],
  ])('taking a name out keeps %s', (_name, text, left) => {
    expect(removeJsonc(text, { baton: 1 })).toBe(left);
  });

  test('an item is taken out of a list wherever it stands', () => {
    expect(removeJsonc('{"l": [1, 2]}', { l: [2] })).toBe('{"l": [1]}');
    expect(removeJsonc('{"l": [1, 2, /* two */ 3]}', { l: [2] })).toBe('{"l": [1, 3]}');
    expect(removeJsonc('{"l": ["a", "b",]}', { l: ['b'] })).toBe('{"l": ["a",]}');
  });

  test.each([
    ['spaces', '{\n    "other": {\n        "a": 1 // one\n    }\n}\n'],
    ['tabs', '{\n\t"other": {\n\t\t"a": 1, // one\n\t},\n}\n'],
    ['the line ends of Windows', '{\r\n  // first\r\n  "other": [\r\n    1, /* one */\r\n  ]\r\n}\r\n'],
    ['a mark at its beginning', '\uFEFF{\n  "other": 1\n}'],
    ['a table of its own', '{\n  "mcpServers": {\n    "github": {} // theirs\n  }\n}\n'],
    ['a list of its own', '{\n  "inputs": [\n    { "id": "x" } /* theirs */\n  ]\n}\n'],
  ])('what is put in and taken out again leaves a file with %s as it was', (_name, text) => {
    const part = { mcpServers: { baton: { url: 'x', headers: { a: 'b' } } }, inputs: [{ id: 'baton' }] };
    const after = mergeJsonc(text, part);
    expect(after).not.toBe(text);
    expect(after.replaceAll('\r\n', '').includes('\n')).toBe(!text.includes('\r\n'));
    expect(removeJsonc(after, part)).toBe(text);
  });

  test('a value that is changed leaves every other letter where it is', () => {
    const text = '{ "a" : 1 ,\n\n "b":[ 1,2 ] , // two\n "s": {"url": "old", /* why */ "x": 1}, }';
    expect(mergeJsonc(text, { s: { url: 'new' } })).toBe(text.replace('old', 'new'));
  });

  test('of a name that stands there twice the last is edited, which is the one that counts', () => {
    expect(mergeJsonc('{"a": {"url": 1}, "a": {"url": 2}}', { a: { url: 3 } })).toBe(
      '{"a": {"url": 1}, "a": {"url": 3}}',
    );
  });

  test('a name that objects have of their own is a name like any other', () => {
    const text = '{"__proto__": {"url": "x"}, "other": 1}';
    expect(mergeJsonc(text, { other: 2 })).toBe(text.replace('1', '2'));
    expect(Object.keys(valueOf(readJsonc(text)) as object)).toEqual(['__proto__', 'other']);
  });

  test.each(['[', '{"a":', '['.repeat(201)])('a file nested without end is not touched: %#', (open) => {
    expect(() => mergeJsonc(open.repeat(50_000), entry)).toThrow(UnreadableText);
  });

  test('a file whose servers are no table is not touched', () => {
    expect(() => mergeJsonc('[]', entry)).toThrow(UnreadableText);
    expect(read(mergeJsonc('{"mcpServers": null}', entry))).toEqual(entry);
  });
});

describe('TOML', () => {
  const block = renderFile(serverOf('codex'));

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

describe('taking out of TOML', () => {
  const text =
    'model = "o3"\n\n[mcp_servers.baton]\nurl = "x"\nkey = "y"\n\n[mcp_servers.baton.env]\nA = "1"\n\n[other]\nb = 1\n';

  test('a table goes with the ones below it', () => {
    expect(removeTomlTable(text, ['mcp_servers', 'baton'])).toBe('model = "o3"\n\n[other]\nb = 1\n');
    expect(removeTomlTable('[mcp_servers.baton]\nurl = "x"\n', ['mcp_servers', 'baton'])).toBe('');
  });

  test('a value goes alone, and only from its own table', () => {
    expect(removeTomlValue(text, ['mcp_servers', 'baton', 'key'])).toBe(text.replace('key = "y"\n', ''));
    expect(removeTomlValue(text, ['other', 'key'])).toBe(text);
  });
});

describe('YAML', () => {
  const { entry } = serverOf('goose');
  const path = ['extensions', 'baton-0000cafe'];

  test.each([
    ['nothing', ''],
    ['other settings', 'GOOSE_PROVIDER: anthropic # mine\n'],
    ['an empty table', 'extensions: {}\nGOOSE_MODE: auto\n'],
    [
      'other extensions',
      'extensions:\n  developer: # mine\n    enabled: true\n    type: builtin\n\n  memory:\n    enabled: true\nGOOSE_MODE: auto\n',
    ],
    ['a deeper indentation', 'extensions:\n    developer:\n        enabled: true\n'],
  ])('%s stays, the block is there once, and goes again', (_name, text) => {
    const after = mergeYaml(text, entry);
    for (const line of text.split('\n').filter((each) => each !== 'extensions: {}')) expect(after).toContain(line);
    expect(after.match(/^extensions:/gm)).toHaveLength(1);
    expect(after.match(/baton-0000cafe:/g)).toHaveLength(1);
    expect(readYamlBlock(after, path)).toContain(place.url);
    expect(mergeYaml(after, entry)).toBe(after);
    const left = removeYamlBlock(after, path);
    expect(left).not.toContain('baton');
    for (const line of text.split('\n').filter((each) => each !== 'extensions: {}')) expect(left).toContain(line);
  });

  test('an older block is replaced, its neighbours stay', () => {
    const text =
      'extensions:\n  baton-0000cafe:\n    uri: old\n    headers:\n      A: b\n  memory:\n    enabled: true\n';
    const after = mergeYaml(text, entry);
    expect(after).not.toContain('old');
    expect(after).toContain('  memory:\n    enabled: true\n');
    expect(readYamlBlock(after, ['extensions', 'memory'])).toBe('    enabled: true');
  });

  test.each([
    [
      'comments',
      '# mine\nextensions: # all of them\n  # first\n  developer: # second\n    enabled: true # third\n    # fourth\n# last\nGOOSE_MODE: auto # fifth\n',
    ],
    ['the line ends of Windows', 'extensions:\r\n  memory:\r\n    enabled: true\r\nGOOSE_MODE: auto\r\n'],
    ['quotes and blocks', 'extensions:\n  "memory":\n    text: |\n      one\n\n      two\n\nGOOSE_MODE:   \'auto\'\n'],
    ['lists that are not indented', 'extensions:\n  memory:\n    args:\n    - a\n    -   b\nlist:\n- {a:  1}\n'],
    ['values on one line', 'extensions:\n  memory: {enabled:  true}\nlong: [a,\n  b]\n'],
    ['anchors', 'base: &base\n  enabled: true\nextensions:\n  memory: *base\n'],
    ['nothing in its table', '# mine\nextensions: {} # none yet\nGOOSE_MODE: auto\n'],
  ])('what is put in and taken out again leaves a file with %s as it was', (_name, text) => {
    const after = mergeYaml(text, entry);
    expect(after).not.toBe(text);
    expect(after.replaceAll('\r\n', '').includes('\n')).toBe(!text.includes('\r\n'));
    expect(readYamlBlock(after, path)).toContain(place.url);
    expect(mergeYaml(after, entry)).toBe(after);
    expect(removeYamlBlock(after, path)).toBe(text);
  });

  test('a name in another form is the same name', () => {
    expect(readYamlBlock('"extensions":\n  ? memory\n  : { enabled: true }\n', ['extensions', 'memory'])).toBe(
      '  : { enabled: true }',
    );
    expect(mergeYaml("'extensions':\n  a: 1\n", entry).match(/extensions/g)).toHaveLength(1);
  });

  test.each([
    ['a: [\n', 'line 2'],
    ['a: 1\nb: c: d\n', 'line 2'],
    ['a: 1\na: 2\n', 'line 2'],
    ['{ a: 1 }\n', 'it is written in a form that is not edited here'],
    ['- a\n', 'it is written in a form that is not edited here'],
    ['a: 1\n---\nb: 1\n', 'line 2'],
    [`a: ${'['.repeat(20_000)}`, 'line 1'],
  ])('what is not one YAML table is not touched, and its line is told: %#', (text, reason) => {
    expect(() => mergeYaml(text, entry)).toThrow(new UnreadableText(reason));
  });

  test.each(['extensions: [a]\n', 'extensions: { a: 1 }\n', 'extensions:\n\ta: 1\n'])(
    'a form that is not edited is left alone: %j',
    (text) => {
      expect(() => mergeYaml(text, entry)).toThrow(UnreadableText);
    },
  );
});

describe('the section of the instructions', () => {
  test('comes out again without a trace, and a file of its own is left empty', () => {
    const mine = '# Our rules\n\nUse tabs.\n';
    expect(removeSection(mergeSection(mine)).trimEnd()).toBe(mine.trimEnd());
    const head = '---\nalwaysApply: true\n---\n';
    expect(mergeSection('', head).startsWith(head)).toBe(true);
    expect(removeSection(mergeSection('', head), head)).toBe('');
    expect(removeSection(mine)).toBe(mine);
  });

  test('it is added behind what is there, and replaced where it stands', () => {
    const mine = '# Our rules\n\nUse tabs.\n';
    const first = mergeSection(mine);
    expect(first.startsWith(mine)).toBe(true);
    expect(mergeSection(first)).toBe(first);
    const edited = `${first.replace('## The plan is kept in Baton', '## Old words')}\nMore of ours.\n`;
    const mended = mergeSection(edited);
    expect(mended).toContain('## The plan is kept in Baton');
    expect(mended.endsWith('\nMore of ours.\n')).toBe(true);
    expect(mergeSection('')).toMatch(/^<!-- baton:begin -->/);
  });
});
