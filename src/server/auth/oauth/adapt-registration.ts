import { z } from 'zod';
import { GRANTED_SCOPES } from './plugins.ts';

const TEXT_MAX = 2_000;
const NAME_MAX = 80;
const URIS_MAX = 20;
const text = z.string().max(TEXT_MAX);

/** The client metadata that is used; the rest is dropped. */
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
  /** The redirect URIs as sent, where some have a private-use scheme that the library refuses. */
  redirectUris: string[] | undefined;
}

/** Placeholder for redirect URIs the library refuses; never redirected to. */
const STAND_IN = 'http://127.0.0.1/stand-in';

/**
 * Adapts dynamic client registrations of real clients to what the library accepts: desktop programs do not declare
 * themselves native, ask for scopes and grants that do not exist here, and use private-use schemes such as cursor://.
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

/** One line, without control and bidirectional formatting characters, which could spoof the text around it. */
export const cleanName = (name: string | undefined): string =>
  [...(name ?? '').replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, NAME_MAX).join('');

/** Schemes that browsers handle themselves. */
const COMMON =
  /^(https?|wss?|ftps?|file|filesystem|blob|data|javascript|vbscript|about|mailto|tel|sms|intent|view-source|chrome|chrome-extension|moz-extension|edge|resource|jar|ms-\w+|search-ms|shell):/i;

/**
 * A private-use scheme, handled by one program on the machine, such as cursor://anysphere.cursor-mcp/oauth/callback.
 */
function isOwnScheme(uri: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s#@]+$/i.test(uri) && URL.canParse(uri) && !COMMON.test(uri);
}
