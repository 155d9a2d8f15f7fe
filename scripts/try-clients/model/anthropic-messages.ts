import {
  type Fields,
  type Reply,
  type Wire,
  type WireEvent,
  fieldsOf,
  listOf,
  textOf,
  wordsOf,
} from './conversation.ts';

/** Anthropic's Messages API, for Claude Code. */
export const anthropicMessages: Wire = {
  matches: (path) => path.endsWith('/v1/messages'),
  streams: (body) => body['stream'] === true,
  read: (body) => ({
    model: textOf(body['model']),
    tools: listOf(body['tools']).map((tool) => ({ name: textOf(tool['name']) })),
    results: listOf(body['messages'])
      .flatMap((message) => listOf(message['content']))
      .filter((block) => block['type'] === 'tool_result')
      .map((block) => ({ of: textOf(block['tool_use_id']), text: wordsOf(block['content']) })),
  }),
  events: (reply, model) => {
    const event = (type: string, data: Fields = {}): WireEvent => ({ event: type, data: { type, ...data } });
    const start = { ...message(reply, model), content: [], stop_reason: null };
    return [
      event('message_start', { message: start }),
      ...('call' in reply
        ? [
            event('content_block_start', { index: 0, content_block: { ...block(reply), input: {} } }),
            event('content_block_delta', {
              index: 0,
              delta: { type: 'input_json_delta', partial_json: JSON.stringify(reply.call.input) },
            }),
          ]
        : [
            event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
            event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: reply.text } }),
          ]),
      event('content_block_stop', { index: 0 }),
      event('message_delta', {
        delta: { stop_reason: reasonFor(reply), stop_sequence: null },
        usage: { output_tokens: 20 },
      }),
      event('message_stop'),
    ];
  },
  whole: (reply, model) => message(reply, model),
};

const reasonFor = (reply: Reply) => ('call' in reply ? 'tool_use' : 'end_turn');

const block = (reply: Reply): Fields =>
  'call' in reply
    ? { type: 'tool_use', id: reply.call.id, name: reply.call.tool.name, input: reply.call.input }
    : { type: 'text', text: reply.text };

const message = (reply: Reply, model: string): Fields => ({
  id: 'msg_stand_in',
  type: 'message',
  role: 'assistant',
  model,
  content: [fieldsOf(block(reply))],
  stop_reason: reasonFor(reply),
  stop_sequence: null,
  usage: { input_tokens: 100, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
});
