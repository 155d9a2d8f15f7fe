import type { IncomingHttpHeaders } from 'node:http';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';

/** A tool call that can be answered without the SDK. */
export interface UsualCall {
  id: string | number;
  name: string;
  args: { [key: string]: unknown } | undefined;
  isModern: boolean;
}

type Fields = { [key: string]: unknown };
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isToken = (value: unknown): value is string | number => isText(value) || Number.isSafeInteger(value);

const MODERN = '2026-07-28';
const EARLIER: ReadonlySet<string> = new Set(SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version < MODERN));
const JSON_TYPE = /^application\/json(; ?charset=utf-8)?$/i;
/** Prefix that the protocol reserves for metadata with a meaning. */
const RESERVED = 'io.modelcontextprotocol/';

/**
 * Fast path: parses a `tools/call` of the shape clients send. Anything unusual gives undefined: then the SDK parses it,
 * and reports what is invalid.
 */
export function readUsualCall(body: unknown, headers: IncomingHttpHeaders): UsualCall | undefined {
  if (!isFields(body) || body['method'] !== 'tools/call' || body['jsonrpc'] !== '2.0') return undefined;
  const { id, params } = body;
  if (!isToken(id) || !isFields(params) || !hasOnly(body, MESSAGE) || !hasOnly(params, PARAMS)) return undefined;
  const { name, arguments: args, _meta: meta } = params;
  if (!isText(name) || (args !== undefined && !isFields(args))) return undefined;
  if (!JSON_TYPE.test(headers['content-type'] ?? '') || !acceptsBoth(headers.accept)) return undefined;
  if (meta !== undefined && !isFields(meta)) return undefined;
  const isModern = meta !== undefined && PROTOCOL_VERSION_META_KEY in meta;
  const isUsual = isModern ? isUsualModern(name, meta, headers) : isUsualEarlier(meta, headers);
  return isUsual ? { id, name, args, isModern } : undefined;
}

const MESSAGE = ['jsonrpc', 'id', 'method', 'params'];
const PARAMS = ['name', 'arguments', '_meta'];
function hasOnly(fields: Fields, names: readonly string[]): boolean {
  for (const name in fields) if (!names.includes(name)) return false;
  return true;
}

const acceptsBoth = (accept: string | undefined): boolean =>
  accept !== undefined && accept.includes('application/json') && accept.includes('text/event-stream');

function isUsualEarlier(meta: Fields | undefined, headers: IncomingHttpHeaders): boolean {
  const version = headers['mcp-protocol-version'];
  if (version !== undefined && (!isText(version) || !EARLIER.has(version))) return false;
  return meta === undefined || Object.entries(meta).every(isIgnored);
}

/** Progress is never reported, and metadata under a client's own prefix has no meaning here. */
const isIgnored = ([name, value]: [string, unknown]): boolean =>
  name === 'progressToken' ? isToken(value) : !name.startsWith(RESERVED);

function isUsualModern(name: string, meta: Fields, headers: IncomingHttpHeaders): boolean {
  if (headers['mcp-protocol-version'] !== MODERN || headers['mcp-method'] !== 'tools/call') return false;
  // A name that is encoded, or that differs from the body's, is left to the SDK.
  if (headers['mcp-name'] !== name || !/^[\w.-]+$/.test(name)) return false;
  return (
    Object.entries(meta).every(([key, value]) => {
      if (key === PROTOCOL_VERSION_META_KEY) return value === MODERN;
      if (key === CLIENT_CAPABILITIES_META_KEY) return isUsualCapabilities(value);
      return key === CLIENT_INFO_META_KEY ? isUsualInfo(value) : isIgnored([key, value]);
    }) && CLIENT_CAPABILITIES_META_KEY in meta
  );
}

const CAPABILITIES = ['roots', 'sampling', 'elicitation'];
const isUsualCapabilities = (value: unknown): boolean =>
  isFields(value) &&
  hasOnly(value, CAPABILITIES) &&
  Object.values(value).every((each) => isFields(each) && Object.keys(each).length === 0);

const INFO = ['name', 'version', 'title'];
const isUsualInfo = (value: unknown): boolean =>
  isFields(value) &&
  hasOnly(value, INFO) &&
  isText(value['name']) &&
  isText(value['version']) &&
  Object.values(value).every(isText);
