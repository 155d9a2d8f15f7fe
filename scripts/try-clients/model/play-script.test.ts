import { expect, test } from 'vitest';
import { findTool, namesIn, playScript, readProgress } from './play-script.ts';

const deferred = ['mcp__baton__orient', 'mcp__baton__task_claim'];

test('a tool is found under the names that clients give it, and under no other', () => {
  for (const name of ['mcp__baton__orient', 'baton_orient', 'mcp_baton_orient', 'baton-0199aa00_orient'])
    expect(findTool([{ name }], 'orient')).toEqual({ name });
  expect(findTool([{ name: 'orient', group: 'mcp__baton' }], 'orient')).toBeDefined();
  expect(findTool([{ name: 'orient' }, { name: 'mcp__other__orient' }], 'orient')).toBeUndefined();
});

test('tools that a client only names are looked up once, then called by their names', () => {
  const tools = [{ name: 'Bash' }, { name: 'ToolSearch' }];
  const first = playScript({ model: '', tools, results: [] }, deferred);
  expect(first).toMatchObject({
    call: { tool: { name: 'ToolSearch' }, input: { query: `select:${deferred.join(',')}` } },
  });
  const results = [{ of: 'look_up', text: '<functions>…</functions>' }];
  expect(playScript({ model: '', tools, results }, deferred)).toMatchObject({
    call: { id: 'call_orient', tool: { name: 'mcp__baton__orient' }, input: {} },
  });
});

test('where hidden tools are called through another tool, that one is called', () => {
  const tools = [{ name: 'tool_search' }, { name: 'tool_call' }];
  const results = [{ of: 'look_up', text: 'found' }];
  expect(playScript({ model: '', tools, results }, deferred)).toMatchObject({
    call: { id: 'call_orient', tool: { name: 'tool_call' }, input: { name: 'mcp__baton__orient', arguments: {} } },
  });
});

test('without any tool the script says so and ends', () => {
  expect(playScript({ model: '', tools: [{ name: 'Bash' }], results: [] })).toEqual({
    text: 'There is no tool orient here.',
  });
});

test('only an answer of Baton counts as one', () => {
  expect(readProgress({ results: [{ of: 'call_orient', text: 'Permission denied' }] })).toEqual({
    next: 'orient',
    refusal: 'Permission denied',
  });
  expect(readProgress({ results: [{ of: 'call_orient', text: 'Harbour: 1/3 done, 0 wip' }] })).toEqual({
    next: 'task_claim',
  });
});

test('names are found in a request as it is on the wire', () => {
  expect(namesIn(String.raw`{"text":"WebSearch\nmcp__baton__note\nmcp__baton__orient\n mcp__baton__note"}`)).toEqual([
    'mcp__baton__note',
    'mcp__baton__orient',
  ]);
});
