import type { Id } from '#contract/fields.ts';
import { isRefused } from '#test/agent-calls.ts';

/**
 * How a call ended. `refused`: with a message that says what to do; `unclear`: answered otherwise; `unanswered`: the
 * connection broke after the request was sent; `away`: connection refused.
 */
export type Outcome =
  | { is: 'acknowledged'; data: unknown }
  | { is: 'refused'; status: number; type: string; words: string }
  | { is: 'unclear'; words: string }
  | { is: 'unanswered' }
  | { is: 'away' }
  | { is: 'hung' };

export interface Caller {
  key: string;
  name: string;
  /** Timeout of an answer. */
  limitMs: number;
}

interface Envelope {
  data?: unknown;
  success?: unknown;
  error?: unknown;
  errorType?: unknown;
  requestId?: unknown;
}

export async function callRest(
  url: string,
  caller: Caller,
  [method, path]: readonly [method: string, path: string],
  body?: object,
): Promise<Outcome> {
  const answer = await send(`${url}${path}`, method, caller, body);
  if ('is' in answer) return answer;
  const { status, json, retryAfter } = answer;
  if (status < 300) return { is: 'acknowledged', data: ((json ?? {}) as Envelope).data };
  return judgeEnvelope(status, json, retryAfter);
}

function judgeEnvelope(status: number, json: unknown, retryAfter: boolean): Outcome {
  const { error, errorType, requestId } = (json ?? {}) as Envelope;
  const isClear = isSentence(error) && isSentence(errorType) && isSentence(requestId);
  return judge(status, isClear ? { type: String(errorType), words: String(error) } : undefined, retryAfter, json);
}

let messages = 0;

/** A tool's text is what an agent gets. */
export async function callTool(
  url: string,
  caller: Caller,
  projectId: Id,
  name: string,
  args: object = {},
): Promise<Outcome> {
  messages += 1;
  const message = { jsonrpc: '2.0', id: messages, method: 'tools/call', params: { name, arguments: args } };
  const answer = await send(`${url}/mcp/${projectId}`, 'POST', caller, message);
  if ('is' in answer) return answer;
  const { status, json, retryAfter } = answer;
  const { result, error } = (json ?? {}) as {
    result?: { content?: { text?: string }[]; isError?: boolean };
    error?: { message?: unknown; data?: { errorType?: unknown; retryAfterSeconds?: unknown } };
  };
  const text = result?.content?.[0]?.text ?? '';
  if (status < 300 && text !== '' && result?.isError !== true) return { is: 'acknowledged', data: text };
  const [, type, words] = /^([A-Z_]+): ([\s\S]+)$/.exec(text) ?? [];
  // A failing tool answers 200 with the error in its text: an unreachable database is a refusal like a 503.
  if (type !== undefined && words !== undefined) return judge(statusOf(type, words), { type, words }, true, json);
  // Refused before the protocol: in the envelope of REST.
  if (isSentence(error)) return judgeEnvelope(status, json, retryAfter);
  const isClear = isSentence(error?.message) && isSentence(error?.data?.errorType);
  const refusal = { type: String(error?.data?.errorType), words: String(error?.message) };
  return judge(status, isClear ? refusal : undefined, retryAfter || error?.data?.retryAfterSeconds !== undefined, json);
}

const UNAVAILABLE = 503;
const OF_OURS = 500;

function judge(
  status: number,
  refusal: { type: string; words: string } | undefined,
  retryAfter: boolean,
  json: unknown,
): Outcome {
  const isClear = refusal !== undefined && status !== OF_OURS && (status !== UNAVAILABLE || retryAfter);
  if (isClear) return { is: 'refused', status, ...refusal };
  return { is: 'unclear', words: `${status} ${JSON.stringify(json)?.slice(0, 300)}` };
}

const statusOf = (type: string, words: string): number => {
  if (type !== 'INTERNAL_ERROR') return 400;
  return words.startsWith('Something went wrong') ? OF_OURS : UNAVAILABLE;
};

const isSentence = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

type Answer = { status: number; json: unknown; retryAfter: boolean };

async function send(url: string, method: string, caller: Caller, body?: object): Promise<Answer | Outcome> {
  const signal = AbortSignal.timeout(caller.limitMs);
  try {
    const response = await fetch(url, {
      method,
      signal,
      headers: {
        authorization: `Bearer ${caller.key}`,
        'x-agent-name': caller.name,
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: parse(text), retryAfter: response.headers.has('retry-after') };
  } catch (error) {
    if (signal.aborted) return { is: 'hung' };
    return { is: isRefused(error) ? 'away' : 'unanswered' };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
