import { randomUUID } from 'node:crypto';
import { Refusal } from '#cli/ask-server.ts';
import type { Bridge } from '#cli/bridge/bridge.ts';
import { forwardMessage } from '#cli/bridge/forward-message.ts';
import { fieldsOf } from '#cli/bridge/rpc-message.ts';
import { callTool } from '#cli/call-tool.ts';
import { Failure } from '#cli/failure.ts';
import type { Id } from '#contract/fields.ts';
import { SESSION_HEADER, TOKEN_HEADER } from '#contract/tools.ts';
import type { ToolName } from '#contract/tool-names.ts';
import type { Outcome } from '../faults/call-server.ts';

/** A program that an agent calls Baton with. What it retries, the agent does not see. */
export interface Client {
  call(tool: ToolName, input: Record<string, unknown>): Promise<Outcome>;
}

export interface Door {
  url: string;
  key: string;
  projectId: Id;
  name: string;
  patienceMs: number;
}

const UNAVAILABLE = 503;
/** What a client says of a write that may have been done: its agent has to look. */
const UNKNOWN: Outcome = { is: 'unanswered' };

/** The tools over REST, as `baton claim` and the other commands call them. */
export function openCommandLine({ url, key, projectId, name }: Door): Client {
  const session = randomUUID();
  return {
    async call(tool, input) {
      const { baton } = input;
      const to = { url, key, agent: name, session, ...(typeof baton === 'string' ? { token: baton } : {}) };
      try {
        return { is: 'acknowledged', data: (await callTool(to, projectId, tool, input as never)).text };
      } catch (error) {
        if (error instanceof Refusal)
          return error.isSecond
            ? UNKNOWN
            : { is: 'refused', status: error.status, type: error.code ?? error.type, words: error.message };
        if (error instanceof Failure) return UNKNOWN;
        throw error;
      }
    },
  };
}

/** `baton mcp`: the program that clients start, without the process around it. */
export function openBridge({ url, key, projectId, name, patienceMs }: Door): Client {
  const session = randomUUID();
  let messages = 0;
  let token: string | undefined;
  let answer: object = {};
  const bridge: Bridge = {
    url: `${url}/mcp/${projectId}`,
    headers: { authorization: `Bearer ${key}`, 'x-agent-name': name },
    handshake: { sessionId: undefined, version: '2025-11-25' },
    line: undefined,
    baton: {
      headers: () => ({ [SESSION_HEADER]: session, ...(token === undefined ? {} : { [TOKEN_HEADER]: token }) }),
      learn: () => undefined,
    },
    patienceMs,
    ended: new AbortController().signal,
    write: (message) => (answer = message),
    pass: (line) => (answer = JSON.parse(line.toString()) as object),
    log: () => undefined,
  };
  return {
    async call(tool, input) {
      messages += 1;
      token = typeof input['baton'] === 'string' ? input['baton'] : undefined;
      const message = { id: messages, method: 'tools/call', params: { name: tool, arguments: input } };
      const text = JSON.stringify({ jsonrpc: '2.0', ...message });
      await forwardMessage(bridge, { message, text }, new AbortController().signal);
      return judge(fieldsOf(answer));
    },
  };
}

/** A failure of the protocol is the bridge's own: what became of the call is not known. */
function judge(answer: Record<string, unknown>): Outcome {
  const result = fieldsOf(answer['result']);
  const [content] = Array.isArray(result['content']) ? (result['content'] as unknown[]) : [];
  const said = fieldsOf(content)['text'];
  const text = typeof said === 'string' ? said : '';
  if (text !== '' && result['isError'] !== true) return { is: 'acknowledged', data: text };
  const [, type, words] = /^([A-Z_]+): ([\s\S]+)$/.exec(text) ?? [];
  if (type === undefined || words === undefined) return UNKNOWN;
  return { is: 'refused', status: type === 'INTERNAL_ERROR' ? UNAVAILABLE : 400, type, words };
}
