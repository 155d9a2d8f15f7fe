import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { anthropicMessages } from './anthropic-messages.ts';
import { type Conversation, type Fields, type Reply, type Wire, type WireEvent, fieldsOf } from './conversation.ts';
import { geminiContent } from './gemini-content.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';
import { type Progress, findTool, namesIn, playScript, readProgress } from './play-script.ts';

const WIRES: readonly Wire[] = [anthropicMessages, openAiResponses, openAiChat, geminiContent];

export interface ModelServer {
  /** Without a version path: each client appends its provider's. */
  url: string;
  /** Progress of the conversation with Baton's tools; undefined if there was none. */
  progress(): Progress | undefined;
  /** Whether such a conversation contains this text anywhere. */
  wasTold(words: string): boolean;
  /** The same for its first request. */
  wasToldFirst(words: string): boolean;
  /** Requests that could not be answered. */
  unknown: string[];
  close(): Promise<void>;
}

/** A fake model for every wire format of the clients. It follows a script through one task. */
export async function startModelServer(
  listen: (path: string, body: string) => void = () => undefined,
  play: (conversation: Conversation, mentioned: readonly string[]) => Reply = playScript,
): Promise<ModelServer> {
  const unknown: string[] = [];
  let progress: Progress | undefined;
  const work: string[] = [];

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      unknown.push(`${request.url ?? ''}: ${String(error)}`);
      response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const body = await text(request);
    listen(path, body);
    const wire = WIRES.find((each) => each.matches(path));
    if (request.method !== 'POST' || wire === undefined) {
      unknown.push(`${request.method ?? ''} ${path}`);
      return send(response, 404, { error: { message: `The stand-in model has no ${path}.`, type: 'not_found_error' } });
    }
    const asked = fieldsOf(JSON.parse(body));
    const conversation = wire.read(asked, path);
    const mentioned = namesIn(body);
    const isWork = hasBaton(conversation, mentioned);
    if (isWork) {
      progress = readProgress(conversation);
      work.push(body);
    }
    const reply = isWork ? play(conversation, mentioned) : { text: 'Nothing to say.' };
    if (!wire.streams(asked, path)) return send(response, 200, wire.whole(reply, conversation.model));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(wire.events(reply, conversation.model).map(encode).join(''));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    progress: () => progress,
    wasTold: (words) => isIn(work.at(-1), words),
    wasToldFirst: (words) => isIn(work[0], words),
    unknown,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Clients also request titles and summaries, without tools. */
const hasBaton = ({ tools }: Conversation, mentioned: readonly string[]): boolean =>
  findTool(tools, 'note') !== undefined || (tools.length > 0 && mentioned.length > 0);

const isIn = (body: string | undefined, words: string): boolean =>
  body?.includes(JSON.stringify(words).slice(1, -1)) === true;

const encode = ({ event, data }: WireEvent): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

function send(response: ServerResponse, status: number, body: Fields): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
