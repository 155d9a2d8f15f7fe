import { APP_SCOPES } from '#contract/connected-apps.ts';
import { Id } from '#contract/fields.ts';
import { resourceOf } from './offer.ts';
import { GRANTED_SCOPES } from './plugins.ts';

const OFFLINE = 'offline_access';
/** Parameters that the library adds when it signs the URL. */
const SIGNED = ['sig', 'exp', 'ba_iat', 'ba_pl', 'ba_param'];
/** Consent is always asked for, and OpenID is not offered, so these have no effect here. */
const POINTLESS = ['prompt', 'max_age', 'claims', 'id_token_hint', 'dpop_jkt'];

/**
 * Normalises an authorization request: our resource by default, `offline_access` for refresh tokens, and no unknown
 * scopes.
 */
export function adaptAuthorization(sent: URLSearchParams, url: string): URLSearchParams {
  const asked = stripSignature(sent);
  const isSilent = asked.get('prompt') === 'none';
  for (const name of POINTLESS) asked.delete(name);
  if (isSilent) asked.set('prompt', 'none');
  const known = (asked.get('scope') ?? '')
    .split(' ')
    .filter((scope) => (APP_SCOPES as readonly string[]).includes(scope));
  asked.set('scope', (known.length === 0 ? GRANTED_SCOPES : [...known, OFFLINE]).join(' '));
  adaptResource(asked, url);
  if (!asked.has('resource')) asked.set('resource', resourceOf(url));
  return asked;
}

/** The same for the token endpoint. */
export function adaptExchange(form: URLSearchParams, url: string): URLSearchParams {
  const asked = new URLSearchParams(form);
  adaptResource(asked, url);
  const scope = asked.get('scope');
  // A refresh without `offline_access` would return no further refresh token.
  if (asked.get('grant_type') === 'refresh_token' && scope !== null && !scope.split(' ').includes(OFFLINE))
    asked.set('scope', `${scope} ${OFFLINE}`.trim());
  return asked;
}

/** The request without its signature, so that it can be started again from the beginning. */
export function stripSignature(sent: URLSearchParams): URLSearchParams {
  const asked = new URLSearchParams(sent);
  for (const name of SIGNED) asked.delete(name);
  return asked;
}

/** A trailing slash or a project below it is still our resource; any other value is kept, and refused later. */
function adaptResource(asked: URLSearchParams, url: string): void {
  const own = resourceOf(url);
  const named = asked.getAll('resource');
  if (named.length === 0) return;
  asked.delete('resource');
  for (const resource of new Set(named.map((each) => (isOwn(each, own) ? own : each))))
    asked.append('resource', resource);
}

function isOwn(resource: string, own: string): boolean {
  if (!resource.startsWith(own)) return false;
  const rest = resource.slice(own.length);
  return rest === '' || rest === '/' || Id.safeParse(rest.slice(1)).success;
}
