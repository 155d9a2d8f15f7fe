import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { Id } from '#contract/fields.ts';
import { systemSettings } from '#server/platform/db/tables/index.ts';
import type { TestServer, TestServices } from './harness.ts';

export const MODERN = '2026-07-28';
export const EARLIER = '2025-11-25';

type Fields = Record<string, unknown>;

export interface Asked {
  key?: string | undefined;
  project?: Id | string | undefined;
  /** The client name in the message; null: none. */
  client?: string | null;
  headers?: Record<string, string>;
  url?: string;
}

export interface McpAnswer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  id: unknown;
  result: Fields | undefined;
  error: { code: number; message: string; data?: Fields } | undefined;
  /** The tool's text. */
  text: string;
  isError: boolean;
}

/** One request of the newest revision, with everything in its headers and message. */
export function askModern(server: TestServer, method: string, params: Fields, asked: Asked = {}): Promise<McpAnswer> {
  const { headers, message } = writeModern(method, params, asked);
  return ask(server, message, { ...asked, headers });
}

function writeModern(method: string, params: Fields, { client = 'claude-code', headers }: Asked) {
  const name = params['name'] ?? params['uri'];
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: MODERN,
    [CLIENT_CAPABILITIES_META_KEY]: {},
    ...(client === null ? {} : { [CLIENT_INFO_META_KEY]: { name: client, version: '1' } }),
  };
  return {
    headers: {
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...headers,
    },
    message: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
  };
}

/** A streaming request; returns when the response has begun. */
export async function listenModern(url: string, asked: Asked): Promise<{ readToEnd(): Promise<string> }> {
  const { headers, message } = writeModern(
    'subscriptions/listen',
    { notifications: { toolsListChanged: true } },
    asked,
  );
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headersOf(asked), ...headers },
    body: JSON.stringify(message),
  });
  if (!answer.ok || answer.body === null) throw new Error(`no stream: ${answer.status} ${await answer.text()}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const begun = await reader.read();
  if (begun.value?.includes('toolsListChanged') !== true) throw new Error(`no stream: ${begun.value}`);
  return {
    async readToEnd() {
      let rest = '';
      for (let next = await reader.read(); !next.done; next = await reader.read()) rest += next.value;
      return rest;
    },
  };
}

/** One request of the previous revision, without the handshake. */
export function askEarlier(server: TestServer, method: string, params: Fields, asked: Asked = {}): Promise<McpAnswer> {
  const headers = { 'mcp-protocol-version': EARLIER, ...asked.headers };
  return ask(server, { jsonrpc: '2.0', id: 1, method, params }, { ...asked, headers });
}

/** A tool call in the newest revision. */
export const callTool = (server: TestServer, name: string, args: Fields, asked: Asked): Promise<McpAnswer> =>
  askModern(server, 'tools/call', { name, arguments: args }, asked);

/** Any raw body. */
export async function ask(server: TestServer, body: unknown, asked: Asked): Promise<McpAnswer> {
  const answer = await server.http.inject({
    method: 'POST',
    url: asked.url ?? '/mcp',
    headers: { ...headersOf(asked), ...asked.headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const read = readMessage(answer.body);
  const content = read['result'] === undefined ? [] : ((read['result'] as Fields)['content'] ?? []);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body,
    id: read['id'],
    result: read['result'] as Fields | undefined,
    error: read['error'] as McpAnswer['error'],
    text: (content as { text?: string }[])[0]?.text ?? '',
    isError: (read['result'] as Fields | undefined)?.['isError'] === true,
  };
}

const headersOf = ({ key, project }: Asked) => ({
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  ...(project === undefined ? {} : { 'x-project-id': project }),
});

function readMessage(body: string): Fields {
  const data = /^data: (.*)$/m.exec(body)?.[1] ?? body;
  return data === '' ? {} : (JSON.parse(data) as Fields);
}

/** Changes the settings, effective from the next request. */
export async function setSettings(
  services: TestServices,
  settings: Partial<typeof systemSettings.$inferInsert>,
): Promise<void> {
  await services.db.update(systemSettings).set(settings);
  services.bus.tellHere('settings', '');
}
