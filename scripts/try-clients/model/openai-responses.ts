import {
  type Fields,
  type Reply,
  type Tool,
  type Wire,
  type WireEvent,
  listOf,
  textOf,
  wordsOf,
} from './conversation.ts';

/** OpenAI's Responses API, for Codex. */
export const openAiResponses: Wire = {
  matches: (path) => path.endsWith('/responses'),
  streams: (body) => body['stream'] === true,
  read: (body) => ({
    model: textOf(body['model']),
    tools: listOf(body['tools']).flatMap(toolsIn),
    results: listOf(body['input'])
      .filter((item) => item['type'] === 'function_call_output')
      .map((item) => ({ of: textOf(item['call_id']), text: wordsOf(item['output']) })),
  }),
  events: (reply, model) => {
    const event = (type: string, data: Fields): WireEvent => ({ event: type, data: { type, ...data } });
    const item = itemFor(reply);
    return [
      event('response.created', { response: { ...response(reply, model), status: 'in_progress', output: [] } }),
      event('response.output_item.added', { output_index: 0, item }),
      event('response.output_item.done', { output_index: 0, item }),
      event('response.completed', { response: response(reply, model) }),
    ];
  },
  whole: (reply, model) => response(reply, model),
};

/** A server's tools may come as a group, with names relative to it. */
function toolsIn(tool: Fields): Tool[] {
  const name = textOf(tool['name']);
  if (tool['type'] === 'function') return [{ name }];
  return listOf(tool['tools']).map((inner) => ({ name: textOf(inner['name']), group: name }));
}

const itemFor = (reply: Reply): Fields =>
  'call' in reply
    ? {
        type: 'function_call',
        id: `fc_${reply.call.id}`,
        call_id: reply.call.id,
        name: reply.call.tool.name,
        ...(reply.call.tool.group === undefined ? {} : { namespace: reply.call.tool.group }),
        arguments: JSON.stringify(reply.call.input),
        status: 'completed',
      }
    : {
        type: 'message',
        id: 'msg_stand_in',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: reply.text, annotations: [] }],
      };

const response = (reply: Reply, model: string): Fields => ({
  id: 'resp_stand_in',
  object: 'response',
  created_at: 1_790_000_000,
  model,
  status: 'completed',
  output: [itemFor(reply)],
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 120,
  },
});
