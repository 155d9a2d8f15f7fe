import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { BrokenExchange, exchange, readAnswer } from '../http-exchange.ts';
import { readEventStream } from '../read-event-stream.ts';
import type { Bridge } from './bridge.ts';
import { type Repeat, judgeRepeat } from './judge-repeat.ts';
import { type RpcMessage, failureOf, headersOf } from './rpc-message.ts';
import { learnHandshake, parseMessage, tellAnswer } from './tell-answer.ts';

/** A parsed message, with its original text. */
export interface Received {
  message: RpcMessage;
  text: string;
}

const PAUSE_MS = 100;
const PAUSE_MAX_MS = 2_000;

/**
 * Forwards one message to the server and its answer to the client. An unreachable server is retried; a write that may
 * have been executed is not sent twice, and the client is told that its outcome is unknown.
 */
export async function forwardMessage(bridge: Bridge, { message, text }: Received, signal: AbortSignal): Promise<void> {
  const repeat = message.id === undefined ? 'never' : judgeRepeat(message);
  let mayBeDone = false;
  let pause = PAUSE_MS;
  let until = Date.now() + bridge.patienceMs;
  for (;;) {
    try {
      await send(bridge, message, { text, repeat, mayBeDone, signal });
      return;
    } catch (error) {
      if (!(error instanceof BrokenExchange)) throw error;
      if (signal.aborted || message.id === undefined) return;
      if (error.wasSent && repeat === 'never') {
        bridge.write(unknown(message, bridge));
        return;
      }
      mayBeDone ||= error.wasSent;
      if (error instanceof BrokenStream) until = Date.now() + bridge.patienceMs;
      if (bridge.ended.aborted || Date.now() >= until) {
        bridge.write(away(message, bridge, error, mayBeDone && repeat === 'fenced'));
        return;
      }
      bridge.log(`${new URL(bridge.url).origin} is away (${error.code || error.message}); trying again`);
      await wait(pause, undefined, { signal: AbortSignal.any([signal, bridge.ended]) }).catch(() => undefined);
      if (signal.aborted) return;
      pause = Math.min(pause * 2, PAUSE_MAX_MS);
    }
  }
}

/** A stream that had begun: it may be requested again, however long the first one lasted. */
class BrokenStream extends BrokenExchange {}

interface Sending {
  text: string;
  repeat: Repeat;
  mayBeDone: boolean;
  signal: AbortSignal;
}

async function send(
  bridge: Bridge,
  message: RpcMessage,
  { text: body, repeat, mayBeDone, signal }: Sending,
): Promise<void> {
  const headers = { ...bridge.baton.headers(), ...headersOf(message, bridge.handshake) };
  // Reading tools are the bulk of the traffic, and are never answered by a stream.
  const isShort = repeat === 'always' && message.method === 'tools/call';
  const answer = isShort ? await bridge.line?.ask(headers, body, signal) : undefined;
  if (answer !== undefined) return tellAnswer(bridge, message, { ...answer, repeat, mayBeDone });
  const response = await exchange(bridge.url, {
    method: 'POST',
    headers: { ...bridge.headers, ...headers },
    body,
    isRepeatable: repeat === 'always',
    signal,
  });
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
  if (isStream) return sendStream(bridge, message, response);
  bridge.line?.notice(response);
  const line = Buffer.from(`${await readAnswer(response)}\n`);
  const sessionId = response.headers['mcp-session-id'];
  tellAnswer(bridge, message, { status: response.statusCode ?? 0, line, sessionId, repeat, mayBeDone });
}

/** Every event of the stream is a message; the last one is the answer. */
async function sendStream(bridge: Bridge, message: RpcMessage, response: IncomingMessage): Promise<void> {
  let isAnswered = false;
  try {
    for await (const { data } of readEventStream(response)) {
      const each = parseMessage(data);
      if (each === undefined) continue;
      isAnswered ||= each['id'] === message.id && each['method'] === undefined;
      learnHandshake(bridge.handshake, message, each, response.headers['mcp-session-id']);
      bridge.baton.learn(each);
      bridge.write(each);
    }
  } catch (error) {
    throw new BrokenStream(error instanceof Error ? error : new Error(String(error)), true);
  }
  if (!isAnswered) throw new BrokenStream(new Error('the stream ended'), true);
}

function unknown({ id = 0, params }: RpcMessage, { url }: Bridge): object {
  const tool = typeof params?.['name'] === 'string' ? params['name'] : 'the call';
  return failureOf(
    id,
    `It is not known whether ${tool} was done: ${new URL(url).origin} broke off before it had answered. Call orient or plan_read to see, and send it again only if it is missing.`,
  );
}

function away({ id = 0 }: RpcMessage, { url }: Bridge, error: BrokenExchange, mayBeDone: boolean): object {
  const what = mayBeDone
    ? 'It is not known whether this was done: call orient when it is back.'
    : 'Nothing was changed.';
  return failureOf(
    id,
    `${new URL(url).origin} cannot be reached (${error.code || error.message}). ${what} Try again in a minute; baton doctor says more.`,
  );
}
