import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readTranscript } from './read-transcript.ts';

let file: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'baton-transcript-'));
  file = join(folder, 'session.jsonl');
  return () => rmSync(folder, { recursive: true, force: true });
});
const write = (...lines: unknown[]) => writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

const CLAIMED = 'Yours: T13, baton 16.k3f9x2ab, until 10:30 UTC; every call renews it.';

describe('what a session has said', () => {
  test('Claude Code: what came after the last note, and the token of the last claim', () => {
    const said = (text: string) => ({
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'text', text }] },
    });
    const called = (name: string) => ({
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'tool_use', name, input: {} }] },
    });
    const result = { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', content: CLAIMED }] } };
    write(said('Before.'), called('mcp__baton__task_claim'), result, said('Noted.'), called('mcp__baton__note'));
    expect(readTranscript(file)).toEqual({ token: '16.k3f9x2ab', unsaid: '' });
    write(
      called('mcp__baton__note'),
      result,
      { type: 'user', message: { role: 'user', content: 'Go on' } },
      said('The seam leaks.'),
      called('Bash'),
      said('It is caulked.'),
    );
    expect(readTranscript(file).unsaid).toBe('The seam leaks.\n\nIt is caulked.');
  });

  test('Codex: messages and calls are entries of their own', () => {
    const said = (text: string) => ({
      type: 'response_item',
      payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
    });
    const called = (name: string) => ({ type: 'response_item', payload: { type: 'function_call', name } });
    write(said('Old.'), called('baton__note'), said('New.'), called('shell'));
    expect(readTranscript(file).unsaid).toBe('New.');
  });

  test('Gemini CLI: one document', () => {
    writeFileSync(
      file,
      JSON.stringify({
        messages: [
          { type: 'user', content: 'Hello' },
          { type: 'gemini', content: 'Old.', toolCalls: [{ name: 'mcp_baton_task_claim' }] },
          { type: 'gemini', content: 'New.', toolCalls: [{ name: 'read_file' }] },
        ],
      }),
    );
    expect(readTranscript(file).unsaid).toBe('New.');
  });

  test('a long one is cut to its end, a broken one and none at all say nothing', () => {
    write({ type: 'assistant', message: { content: [{ type: 'text', text: `${'x'.repeat(5000)} the end` }] } });
    const { unsaid } = readTranscript(file);
    expect(unsaid.length).toBe(1500);
    expect(unsaid.endsWith('the end')).toBe(true);
    writeFileSync(file, '{"half": \n[1, 2\n\u0000');
    expect(readTranscript(file)).toEqual({ token: undefined, unsaid: '' });
    expect(readTranscript(join(file, 'nowhere'))).toEqual({ token: undefined, unsaid: '' });
    expect(readTranscript(undefined)).toEqual({ token: undefined, unsaid: '' });
  });
});
