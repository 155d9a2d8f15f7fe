import { type Fields, type Reply, type Wire, fieldsOf, listOf, textOf, wordsOf } from './conversation.ts';

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

/** OpenAI's chat completions, for opencode and Qwen Code with other endpoints. */
export const openAiChat: Wire = {
  matches: (path) => path.endsWith('/chat/completions'),
  streams: (body) => body['stream'] === true,
  read: (body) => ({
    model: textOf(body['model']),
    tools: listOf(body['tools']).map((tool) => ({ name: textOf(fieldsOf(tool['function'])['name']) })),
    results: listOf(body['messages'])
      .filter((message) => message['role'] === 'tool')
      .map((message) => ({ of: textOf(message['tool_call_id']), text: wordsOf(message['content']) })),
  }),
  events: (reply, model) => {
    const chunk = (delta: Fields, finish_reason: string | null = null) => ({
      data: { ...base('chat.completion.chunk', model), choices: [{ index: 0, delta, finish_reason }] },
    });
    return [
      chunk({ role: 'assistant', content: '' }),
      chunk('call' in reply ? { tool_calls: [{ index: 0, ...callOf(reply.call) }] } : { content: reply.text }),
      chunk({}, reasonFor(reply)),
      { data: { ...base('chat.completion.chunk', model), choices: [], usage } },
      { data: '[DONE]' },
    ];
  },
  whole: (reply, model) => ({
    ...base('chat.completion', model),
    choices: [
      {
        index: 0,
        finish_reason: reasonFor(reply),
        message: {
          role: 'assistant',
          ...('call' in reply ? { content: null, tool_calls: [callOf(reply.call)] } : { content: reply.text }),
        },
      },
    ],
    usage,
  }),
};

const base = (object: string, model: string) => ({ id: 'chatcmpl-stand-in', object, created: 1_790_000_000, model });

const reasonFor = (reply: Reply) => ('call' in reply ? 'tool_calls' : 'stop');

const callOf = ({ id, tool, input }: Extract<Reply, { call: unknown }>['call']) => ({
  id,
  type: 'function',
  function: { name: tool.name, arguments: JSON.stringify(input) },
});
