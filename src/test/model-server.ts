import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type Asked, answerPlausibly, readQuestion } from './model-answers.ts';
import { checkRequest } from './model-request.ts';
import { type ModelApi, type Spoken, refuse, speak } from './model-wire.ts';

/** An injected fault. */
export type ModelFault =
  | { status: number; retryAfter?: string }
  | { end: Exclude<Spoken['end'], 'complete'> }
  | { text: string }
  | 'html'
  | 'garbage-events'
  | 'hang-up'
  | 'silence';

export interface ModelServer {
  /** Base URLs as configured: Anthropic's without a version, the other's with it. */
  anthropicUrl: string;
  openAiUrl: string;
  key: string;
  /** How often its models were listed, and the status, or silence, to answer with instead. */
  listed: number;
  listing: number | 'silence' | undefined;
  /** Every valid request in order of arrival, with the token usage it has if it is answered. */
  asked: (Asked & { inputTokens: number; outputTokens: number })[];
  /** Whether the OpenAI-compatible side enforces schemas; some endpoints only promise JSON. */
  takesSchemas: boolean;
  /** Decides per request whether it fails. */
  fault: (asked: Asked, turn: number) => ModelFault | undefined;
  /** Called when a response stalls. */
  onSilence: () => void;
  /** The model's answer. */
  answer: (asked: Asked) => unknown;
  close(): Promise<void>;
}

const TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};

/**
 * A fake server for both model APIs, streaming included. It refuses what the real ones refuse, and plans any PRD it is
 * sent.
 */
export async function startModelServer(port = 0): Promise<ModelServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) refuse('openai', response, 400, 'invalid_request_error', String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: ModelServer = {
    anthropicUrl: origin,
    openAiUrl: `${origin}/v1`,
    key: 'sk-only-for-tests',
    listed: 0,
    listing: undefined,
    asked: [],
    takesSchemas: true,
    fault: () => undefined,
    onSilence: () => {},
    answer: answerPlausibly,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url?.startsWith('/v1/models') === true) return list(request, response);
    const api = apiOf(request);
    if (api === undefined) return refuse('openai', response, 404, 'not_found_error', `no route ${request.url}`);
    const checked = checkRequest(api, request.headers, await json(request), state.key, state.takesSchemas);
    if ('refusal' in checked)
      return refuse(api, response, checked.status, TYPES[checked.status] ?? 'api_error', checked.refusal);
    const asked = readQuestion(checked.model, checked.system, checked.prompt, checked.schema);
    const text = JSON.stringify(state.answer(asked));
    const inputTokens = Math.ceil((asked.system.length + asked.prompt.length) / 4);
    const spoken = { model: asked.model, inputTokens, outputTokens: Math.ceil(text.length / 4) };
    state.asked.push({ ...asked, ...spoken });
    const fault = state.fault(asked, state.asked.length);
    if (fault === undefined) return speak(api, response, { ...spoken, text, end: 'complete' });
    misbehave(api, response, fault, { ...spoken, text, end: 'complete' });
    if (fault === 'silence' || (typeof fault === 'object' && 'end' in fault && fault.end === 'stall'))
      state.onSilence();
  }

  function list({ headers }: IncomingMessage, response: ServerResponse): void {
    state.listed += 1;
    if (state.listing === 'silence') return state.onSilence();
    const isKnown = headers['x-api-key'] === state.key || headers.authorization === `Bearer ${state.key}`;
    const status = state.listing ?? (isKnown ? 200 : 401);
    if (status !== 200) return refuse('openai', response, status, TYPES[status] ?? 'api_error', `no: ${state.key}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[],"has_more":false}');
  }

  return state;
}

function apiOf({ method, url }: IncomingMessage): ModelApi | undefined {
  if (method !== 'POST') return undefined;
  if (url === '/v1/messages') return 'anthropic';
  return url === '/v1/chat/completions' ? 'openai' : undefined;
}

function misbehave(api: ModelApi, response: ServerResponse, fault: ModelFault, spoken: Spoken): void {
  if (fault === 'silence') return;
  if (fault === 'hang-up') return void response.destroy();
  if (fault === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
  if (fault === 'garbage-events')
    return void response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end('data: {"surprise": \n\ndata: 12\n\n');
  if ('text' in fault) return speak(api, response, { ...spoken, text: fault.text });
  if ('end' in fault) return speak(api, response, { ...spoken, end: fault.end });
  const headers = fault.retryAfter === undefined ? undefined : { 'retry-after': fault.retryAfter };
  // Echoes the key in the body, as bad servers do.
  refuse(api, response, fault.status, TYPES[fault.status] ?? 'api_error', 'no: sk-only-for-tests', headers);
}

if (import.meta.main) {
  const server = await startModelServer(Number(process.argv[2] ?? 0));
  console.log(JSON.stringify({ anthropicUrl: server.anthropicUrl, openAiUrl: server.openAiUrl, key: server.key }));
  process.once('SIGTERM', () => void server.close());
}
