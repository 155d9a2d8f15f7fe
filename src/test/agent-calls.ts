import type { FailureBody } from '#contract/errors.ts';
import type { Id } from '#contract/fields.ts';
import { SESSION_HEADER } from '#contract/tools.ts';

/** An agent: its key and name. */
export interface Agent {
  key: string;
  name: string;
  /** Distinguishes two windows of one program, like the command line's session header. */
  session?: string;
}

export interface RestAnswer<T = unknown> {
  status: number;
  data: T;
  failure: FailureBody;
}

export interface ToolAnswer {
  status: number;
  text: string;
  isError: boolean;
}

/** No response. The request may have been executed, unless the connection was refused. */
export class NoAnswer extends Error {
  readonly wasSent: boolean;

  constructor(cause: unknown) {
    super('the connection died', { cause });
    this.wasSent = !isRefused(cause);
  }
}

/** One REST call with a key. */
export async function callRest<T = unknown>(
  url: string,
  agent: Agent,
  [method, path]: readonly [method: string, path: string],
  body?: object,
): Promise<RestAnswer<T>> {
  const { status, answer } = await send(`${url}${path}`, method, headersOf(agent), body);
  return { status, data: (answer as { data: T }).data, failure: answer as FailureBody };
}

let messages = 0;

/** One tool call as a plain JSON-RPC message. */
export async function callTool(
  url: string,
  agent: Agent,
  projectId: Id,
  name: string,
  args: object = {},
): Promise<ToolAnswer> {
  messages += 1;
  const message = { jsonrpc: '2.0', id: messages, method: 'tools/call', params: { name, arguments: args } };
  const headers = {
    ...headersOf(agent),
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const { status, answer } = await send(`${url}/mcp/${projectId}`, 'POST', headers, message);
  const { result, error } = answer as {
    result?: { content: { text: string }[]; isError?: boolean };
    error?: { message: string };
  };
  if (result === undefined) return { status, text: error?.message ?? '', isError: true };
  return { status, text: result.content[0]?.text ?? '', isError: result.isError === true };
}

const headersOf = ({ key, name, session }: Agent) => ({
  authorization: `Bearer ${key}`,
  'x-agent-name': name,
  ...(session === undefined ? {} : { [SESSION_HEADER]: session }),
});

async function send(url: string, method: string, headers: Record<string, string>, body?: object) {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, answer: (await response.json()) as unknown };
  } catch (error) {
    throw new NoAnswer(error);
  }
}

/** Connection refused. */
export function isRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AggregateError) return cause.errors.every(isRefused);
    if ('code' in cause && cause.code === 'ECONNREFUSED') return true;
  }
  return false;
}
