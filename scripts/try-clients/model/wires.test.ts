import { expect, test } from 'vitest';
import type { Reply, ToolResult } from './conversation.ts';
import { geminiContent } from './gemini-content.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';
import { anthropicMessages } from './anthropic-messages.ts';

const call: Reply = {
  call: { id: 'call_note', tool: { name: 'note', group: 'mcp__baton' }, input: { body: 'Hello' } },
};
const results: ToolResult[] = [{ of: 'call_orient', text: 'Harbour: 0/3 done' }];

test('Responses: grouped tools are called with the name of their group, and answers are found by the call', () => {
  const asked = {
    model: 'stand-in',
    stream: true,
    tools: [
      { type: 'function', name: 'exec_command' },
      { type: 'namespace', name: 'mcp__baton', tools: [{ type: 'function', name: 'note' }] },
      { type: 'web_search' },
    ],
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Work.' }] },
      { type: 'function_call', call_id: 'call_orient', name: 'orient', namespace: 'mcp__baton', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id: 'call_orient',
        output: [{ type: 'input_text', text: 'Harbour: 0/3 done' }],
      },
    ],
  };
  const tools = [{ name: 'exec_command' }, { name: 'note', group: 'mcp__baton' }];
  expect(openAiResponses.read(asked, '/v1/responses')).toEqual({ model: 'stand-in', tools, results });
  const events = openAiResponses.events(call, 'stand-in');
  expect(events.map(({ event }) => event)).toEqual([
    'response.created',
    'response.output_item.added',
    'response.output_item.done',
    'response.completed',
  ]);
  expect(events[2]?.data).toMatchObject({
    type: 'response.output_item.done',
    item: {
      type: 'function_call',
      call_id: 'call_note',
      name: 'note',
      namespace: 'mcp__baton',
      arguments: '{"body":"Hello"}',
    },
  });
});

test('generateContent: the path says the model and whether to stream', () => {
  const path = '/v1beta/models/gemini-2.5-flash:streamGenerateContent';
  const asked = {
    tools: [{ functionDeclarations: [{ name: 'mcp_baton_orient' }] }],
    contents: [
      { role: 'model', parts: [{ functionCall: { name: 'mcp_baton_orient', args: {} } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'mcp_baton_orient', response: { output: 'Harbour: 0/3 done' } } }],
      },
    ],
  };
  expect(geminiContent.read(asked, path)).toEqual({
    model: 'gemini-2.5-flash',
    tools: [{ name: 'mcp_baton_orient' }],
    results: [{ of: ' mcp_baton_orient', text: 'Harbour: 0/3 done' }],
  });
  expect(geminiContent.streams({}, path)).toBe(true);
  expect(geminiContent.streams({}, path.replace('streamG', 'g'))).toBe(false);
  expect(geminiContent.whole(call, 'gemini')).toMatchObject({
    candidates: [
      {
        finishReason: 'STOP',
        content: { role: 'model', parts: [{ functionCall: { name: 'note', args: { body: 'Hello' } } }] },
      },
    ],
  });
});

test('generateContent: an error of the client is read as the answer', () => {
  const refused = { functionResponse: { id: 'call_orient', name: 'mcp_baton_orient', response: { error: 'Denied.' } } };
  const { results: read } = geminiContent.read({ contents: [{ parts: [refused] }] }, '');
  expect(read).toEqual([{ of: 'call_orient mcp_baton_orient', text: 'Denied.' }]);
});

test('the formats that are also asked for whole answers give them', () => {
  expect(anthropicMessages.whole({ text: 'Hi' }, 'm')).toMatchObject({
    content: [{ text: 'Hi' }],
    stop_reason: 'end_turn',
  });
  expect(openAiChat.whole({ text: 'Hi' }, 'm')).toMatchObject({ choices: [{ message: { content: 'Hi' } }] });
  expect(openAiChat.whole(call, 'm')).toMatchObject({
    choices: [{ finish_reason: 'tool_calls', message: { tool_calls: [{ id: 'call_note' }] } }],
  });
});
