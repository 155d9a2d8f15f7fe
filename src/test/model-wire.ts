import type { ServerResponse } from 'node:http';

export type ModelApi = 'anthropic' | 'openai';

/** One streamed answer, and how it ends. */
export interface Spoken {
  model: string;
  text: string;
  inputTokens: number;
  outputTokens: number;
  end: 'complete' | 'refusal' | 'max-tokens' | 'cut-connection' | 'cut-stream' | 'stall' | 'error-event';
}

const PIECE = 48;
/** Above this many chunks they are larger instead, to keep tests fast. */
const PIECES_MAX = 4_000;

/** Streams an answer as server-sent events in the format of the API. */
export function speak(api: ModelApi, response: ServerResponse, spoken: Spoken): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  const isBroken = ['cut-connection', 'cut-stream', 'stall', 'error-event'].includes(spoken.end);
  const text = isBroken ? spoken.text.slice(0, spoken.text.length / 2) : spoken.text;
  const size = Math.max(PIECE, Math.ceil(text.length / PIECES_MAX));
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, place) =>
    text.slice(place * size, (place + 1) * size),
  );
  if (api === 'anthropic') speakAnthropic(response, spoken, pieces, isBroken);
  else speakOpenAi(response, spoken, pieces, isBroken);
  if (spoken.end === 'stall') return;
  // Destroyed a moment later, so that the written part has left: half a stream, not none.
  if (spoken.end === 'cut-connection') setTimeout(() => response.destroy(), 20);
  else response.end();
}

function speakAnthropic(response: ServerResponse, spoken: Spoken, pieces: string[], isBroken: boolean): void {
  const send = (type: string, data: object = {}) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  send('message_start', {
    message: {
      id: 'msg_01test',
      type: 'message',
      role: 'assistant',
      model: spoken.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: spoken.inputTokens,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens: 1,
        service_tier: 'standard',
      },
    },
  });
  send('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } });
  send('ping');
  send('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'dGVzdA==' } });
  send('content_block_stop', { index: 0 });
  send('content_block_start', { index: 1, content_block: { type: 'text', text: '' } });
  for (const text of pieces) send('content_block_delta', { index: 1, delta: { type: 'text_delta', text } });
  if (spoken.end === 'error-event') send('error', { error: { type: 'overloaded_error', message: 'Overloaded' } });
  if (isBroken) return;
  send('content_block_stop', { index: 1 });
  const reasons = { 'max-tokens': 'max_tokens', refusal: 'refusal' } as const;
  const stop_reason = spoken.end === 'max-tokens' || spoken.end === 'refusal' ? reasons[spoken.end] : 'end_turn';
  send('message_delta', {
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: spoken.outputTokens },
  });
  send('message_stop');
}

function speakOpenAi(response: ServerResponse, spoken: Spoken, pieces: string[], isBroken: boolean): void {
  const base = { id: 'chatcmpl-test', object: 'chat.completion.chunk', created: 1_790_000_000, model: spoken.model };
  const send = (data: object) => response.write(`data: ${JSON.stringify({ ...base, ...data })}\n\n`);
  const delta = (change: object, finish_reason: string | null = null) =>
    send({ choices: [{ index: 0, delta: change, logprobs: null, finish_reason }] });
  delta({ role: 'assistant', content: '', refusal: null });
  if (spoken.end === 'refusal') delta({ refusal: 'I cannot help with that.' });
  else for (const content of pieces) delta({ content });
  if (spoken.end === 'error-event')
    response.write('data: {"error":{"message":"The engine is overloaded","type":"server_error","code":503}}\n\n');
  if (isBroken) return;
  delta({}, spoken.end === 'max-tokens' ? 'length' : 'stop');
  const total_tokens = spoken.inputTokens + spoken.outputTokens;
  send({
    choices: [],
    usage: { prompt_tokens: spoken.inputTokens, completion_tokens: spoken.outputTokens, total_tokens },
  });
  response.write('data: [DONE]\n\n');
}

/** An error response in the format of the API. */
export function refuse(
  api: ModelApi,
  response: ServerResponse,
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {},
): void {
  const body =
    api === 'anthropic'
      ? { type: 'error', error: { type, message }, request_id: 'req_test' }
      : { error: { message, type, param: null, code: type } };
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
