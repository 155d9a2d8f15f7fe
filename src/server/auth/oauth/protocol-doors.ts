import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { changeAccount, dropPrincipal } from '../change-account.ts';
import type { Context } from '#server/platform/context.ts';
import { oauthClients } from '#server/platform/db/tables/index.ts';
import { spend } from '#server/platform/http/limits.ts';
import type { RawAnswer, RawRequest } from '#server/platform/http/raw.ts';
import { BASE_PATH } from '../better-auth.ts';
import type { Engine } from '../engine.ts';
import { addressSubject } from '../rules.ts';
import { adaptAuthorization, adaptExchange } from './adapt-authorization.ts';
import { adaptRegistration } from './adapt-registration.ts';
import { loadGrant } from './grant-holder.ts';
import { CONNECT_PATH } from './plugins.ts';
import { deleteGrant, findOwner, hashToken } from './queries.ts';
import { renderRefusal } from './render-page.ts';

export const AUTHORIZE_PATH = `${BASE_PATH}/oauth2/authorize` as const;

const FORM = 'application/x-www-form-urlencoded';
const BODY_MAX = 16 * 1024;
/** Rate limit: a client registers once, but some register again whenever they probe while signed out. */
const REGISTRATIONS = { limit: 20, periodSeconds: 600 };
const Refused = z.looseObject({ error: z.string(), error_description: z.string().optional() });
const Issued = z.looseObject({ access_token: z.string() });

/** The authorization endpoint: redirects to the consent page, or back to the app with an error. */
export async function authorize(engine: Engine, ctx: Context, { url, headers }: RawRequest): Promise<RawAnswer> {
  const asked = adaptAuthorization(searchOf(url), ctx.config.url);
  const answer = await engine.askProtocol(ctx, {
    method: 'GET',
    path: `${AUTHORIZE_PATH}?${asked}`,
    headers: { accept: 'text/html', ...(headers.cookie === undefined ? {} : { cookie: headers.cookie }) },
  });
  const location = answer.headers.get('location');
  if (answer.status !== 302 || location === null) return explain(answer);
  const target = new URL(location, ctx.config.url);
  // Errors that must not be redirected to the client are shown on a page of ours.
  if (
    target.origin === new URL(ctx.config.url).origin &&
    target.pathname !== CONNECT_PATH &&
    !isRedirect(asked, target)
  )
    return refuse(target.searchParams.get('error_description') ?? undefined);
  return { status: 302, headers: { location } };
}

/** The token endpoint. Tokens whose consent was revoked meanwhile are not handed out. */
export async function exchangeToken(engine: Engine, ctx: Context, request: RawRequest): Promise<RawAnswer> {
  const form = formOf(request);
  if (form === undefined) return invalidRequest('Send the parameters as application/x-www-form-urlencoded.');
  const owner = await findOwner(ctx.db, { code: form.get('code'), token: form.get('refresh_token') });
  const answer = await askWithForm(engine, ctx, request, 'token', adaptExchange(form, ctx.config.url));
  const body: unknown = await answer.json().catch(() => ({}));
  const issued = Issued.safeParse(body);
  if (!answer.ok || !issued.success) {
    // Reuse of a code or refresh token revokes that sign-in's tokens, so caches on all servers are invalidated after
    // any refusal.
    if (owner !== undefined) await dropPrincipal(ctx, owner);
    return pass(answer, body);
  }
  if (await isGood(ctx, issued.data.access_token)) return pass(answer, body);
  return {
    status: 400,
    body: { error: 'invalid_grant', error_description: 'The sign-in was revoked. Sign in again.' },
  };
}

/** The revocation endpoint. */
export async function revokeToken(engine: Engine, ctx: Context, request: RawRequest): Promise<RawAnswer> {
  const form = formOf(request);
  if (form === undefined) return invalidRequest('Send the parameters as application/x-www-form-urlencoded.');
  const owner = await findOwner(ctx.db, { token: form.get('token') });
  const answer = await askWithForm(engine, ctx, request, 'revoke', form);
  if (owner !== undefined) await dropPrincipal(ctx, owner);
  return pass(answer, await answer.json().catch(() => ({})));
}

/** Dynamic client registration. Open to anybody, so a registration grants nothing. */
export async function registerClient(engine: Engine, ctx: Context, { body }: RawRequest): Promise<RawAnswer> {
  await spend(ctx, `oauth-register:${addressSubject(ctx.address)}`, REGISTRATIONS);
  const adapted = body.length > BODY_MAX ? undefined : adaptRegistration(parse(body));
  if (adapted === undefined)
    return invalidRequest('Send client metadata with redirect_uris, as JSON.', 'invalid_client_metadata');
  const answer = await engine.askProtocol(ctx, {
    method: 'POST',
    path: `${BASE_PATH}/oauth2/register`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(adapted.body),
  });
  const said: unknown = await answer.json().catch(() => ({}));
  const { redirectUris } = adapted;
  if (!answer.ok || redirectUris === undefined) return pass(answer, said);
  const { client_id: clientId } = z.looseObject({ client_id: z.string() }).parse(said);
  await ctx.db.update(oauthClients).set({ redirectUris }).where(eq(oauthClients.clientId, clientId));
  return pass(answer, { ...(said as object), redirect_uris: redirectUris });
}

/**
 * Reads the database after the tokens were written: an earlier revocation is seen here, and a later one finds the
 * tokens.
 */
async function isGood(ctx: Context, token: string): Promise<boolean> {
  const hash = hashToken(token);
  const holder = await loadGrant(ctx, hash);
  if (holder?.status === 'active') return true;
  const { rows } = await ctx.database.pool.query<{ clientId: string; userId: string; projectId: string }>(
    `select client_id as "clientId", user_id as "userId", reference_id as "projectId" from oauth_access_tokens where token = $1`,
    [hash],
  );
  const [grant] = rows;
  if (grant !== undefined)
    await changeAccount(ctx, grant.userId, (tx) => deleteGrant(tx, grant as Parameters<typeof deleteGrant>[1]));
  return false;
}

function askWithForm(engine: Engine, ctx: Context, { headers }: RawRequest, name: string, form: URLSearchParams) {
  const { authorization } = headers;
  return engine.askProtocol(ctx, {
    method: 'POST',
    path: `${BASE_PATH}/oauth2/${name}`,
    headers: { 'content-type': FORM, ...(authorization === undefined ? {} : { authorization }) },
    body: form.toString(),
  });
}

export const searchOf = (url: string): URLSearchParams => new URLSearchParams(url.split('?').slice(1).join('?'));

export function formOf({ headers, body }: RawRequest): URLSearchParams | undefined {
  const isForm = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === FORM;
  return isForm && body.length <= BODY_MAX ? new URLSearchParams(body.toString()) : undefined;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function pass(answer: Response, body: unknown): RawAnswer {
  const challenge = answer.headers.get('www-authenticate');
  return {
    status: answer.status,
    headers: challenge === null ? {} : { 'www-authenticate': challenge },
    body: (body ?? {}) as Record<string, unknown>,
  };
}

const invalidRequest = (text: string, error = 'invalid_request'): RawAnswer => ({
  status: 400,
  body: { error, error_description: text },
});

const isRedirect = (asked: URLSearchParams, target: URL) =>
  target.href.startsWith(asked.get('redirect_uri') ?? 'nowhere');

/** Opened by a person in a browser, so even an invalid request is answered with a page. */
async function explain(answer: Response): Promise<RawAnswer> {
  const refused = Refused.safeParse(await answer.json().catch(() => undefined));
  if (answer.status >= 500) throw new Error(`the authorization request failed with ${answer.status}`);
  return refuse(refused.success ? refused.data.error_description : undefined);
}

const refuse = (reason = 'its request could not be understood') =>
  renderRefusal(400, 'This app cannot be connected', `The app that sent you here made a mistake: ${reason}.`);
