import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { Answered } from './serve-tools.ts';
import { SERVER_INFO } from './serve-tools.ts';
import type { UsualCall } from './usual-call.ts';

/** Byte for byte what the SDK would write; a test compares the two. */
export function writeAnswer({ id, isModern }: UsualCall, { content, isError, _meta }: Answered): string {
  const [{ text }] = content;
  const result: { [key: string]: unknown } = {};
  if (_meta !== undefined) result['_meta'] = _meta;
  result['content'] = [{ type: 'text', text }];
  if (isError !== undefined) result['isError'] = isError;
  if (isModern) {
    result['resultType'] = 'complete';
    result['_meta'] = { ..._meta, [SERVER_INFO_META_KEY]: SERVER_INFO };
  }
  return JSON.stringify({ result, jsonrpc: '2.0', id });
}
