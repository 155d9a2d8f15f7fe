import { z } from 'zod';
import { GRANTED_SCOPES } from './plugins.ts';

const TEXT_MAX = 2_000;
const NAME_MAX = 80;
const URIS_MAX = 20;
const text = z.string().max(TEXT_MAX);

/** What is read of a registration. Whatever else a client tells about itself is not kept. */
const Registration = z.object({
  client_name: text.optional().catch(undefined),
  client_uri: text.optional().catch(undefined),
  redirect_uris: z.array(text).min(1).max(URIS_MAX),
  scope: text.optional().catch(undefined),
  token_endpoint_auth_method: text.optional(),
  application_type: text.optional(),
  software_id: text.optional().catch(undefined),
  software_version: text.optional().catch(undefined),
});

export interface AdaptedRegistration {
  body: Record<string, unknown>;
  /** All addresses as they were sent, where some of them are written by our own hand. */
  redirectUris: string[] | undefined;
}

/** Stands in for addresses the library does not take; a client is never led there. */
const STAND_IN = 'http://127.0.0.1/stand-in';

/**
 * Registrations as real clients send them, made such that the library takes them: programs on a desktop do not say that
 * they are native, ask for scopes and grants that are not ours, and have addresses of their own scheme such as cursor://.
 */
export function adaptRegistration(sent: unknown): AdaptedRegistration | undefined {
  const read = Registration.safeParse(sent);
  if (!read.success) return undefined;
  const { client_name, client_uri, redirect_uris, scope, ...rest } = read.data;
  const own = redirect_uris.filter(isOwnScheme);
  const others = redirect_uris.filter((uri) => !own.includes(uri));
  const known = scope?.split(' ').filter((name) => GRANTED_SCOPES.includes(name)) ?? [];
  const name = cleanName(client_name);
  const body = {
    ...rest,
    application_type: rest.application_type ?? 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: others.length === 0 ? [STAND_IN] : others,
    ...(name === '' ? {} : { client_name: name }),
    ...(client_uri !== undefined && /^https?:\/\//.test(client_uri) ? { client_uri } : {}),
    ...(known.length === 0 ? {} : { scope: known.join(' ') }),
  };
  return { body, redirectUris: own.length === 0 ? undefined : redirect_uris };
}

/** One line, without characters that turn the text around it. */
export const cleanName = (name: string | undefined): string =>
  [...(name ?? '').replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, NAME_MAX).join('');

/** Schemes that mean something to every browser. */
const COMMON =
  /^(https?|wss?|ftps?|file|filesystem|blob|data|javascript|vbscript|about|mailto|tel|sms|intent|view-source|chrome|chrome-extension|moz-extension|edge|resource|jar|ms-\w+|search-ms|shell):/i;

/** An address that only one program on the machine answers to, such as cursor://anysphere.cursor-mcp/oauth/callback. */
function isOwnScheme(uri: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s#@]+$/i.test(uri) && URL.canParse(uri) && !COMMON.test(uri);
}
