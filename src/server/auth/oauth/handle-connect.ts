import { createHmac, timingSafeEqual } from 'node:crypto';
import { APIError } from 'better-auth/api';
import type { Id } from '#contract/fields.ts';
import type { ProjectSummary } from '#contract/project.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import type { RawAnswer, RawRequest } from '#server/platform/http/raw.ts';
import type { CookieSession, Engine } from '../engine.ts';
import { foreignOrigin } from '../refusals.ts';
import { recordAccess } from '../record-access.ts';
import { requireSameOrigin } from '../require-same-origin.ts';
import { stripSignature } from './adapt-authorization.ts';
import { describeClient } from './describe-client.ts';
import { withProject } from './plugins.ts';
import { AUTHORIZE_PATH, formOf, searchOf } from './protocol-doors.ts';
import { type ClientRow, findClient } from './queries.ts';
import { type ConsentPage, renderConsent } from './render-consent.ts';
import { renderRefusal } from './render-page.ts';
import { matchesRedirect } from './rules.ts';

export interface ConnectParts {
  engine: Engine;
  secret: string;
  /** Injected by the projects feature. */
  listProjects(ctx: Context): Promise<ProjectSummary[]>;
}

interface Visit {
  parts: ConnectParts;
  ctx: Context;
  headers: Headers;
  /** The authorization request, signed by the library. */
  query: string;
  client: ClientRow;
  redirectUri: string;
}

/** Shows the consent page. A signed-out person signs in first and returns to the same request. */
export async function showConnect(parts: ConnectParts, ctx: Context, request: RawRequest): Promise<RawAnswer> {
  const visit = await readVisit(parts, ctx, request, searchOf(request.url).toString());
  if (visit === undefined) return unknownApp();
  const session = await parts.engine.findSession(ctx, visit.headers);
  if (session === undefined) return goTo(`/login?${new URLSearchParams({ next: startOf(visit) })}`);
  if (isStale(visit)) return goTo(startOf(visit));
  return showChoice(visit, session);
}

/** Handles the decision. The form carries a CSRF token bound to the session it was shown in. */
export async function answerConnect(parts: ConnectParts, ctx: Context, request: RawRequest): Promise<RawAnswer> {
  const form = formOf(request);
  const visit = await readVisit(parts, ctx, request, form?.get('query') ?? '');
  if (form === undefined || visit === undefined) return unknownApp();
  requireOwnPage(visit);
  const session = await parts.engine.findSession(ctx, visit.headers);
  if (session === undefined) return goTo(`/login?${new URLSearchParams({ next: startOf(visit) })}`, 303);
  requireCsrf(visit, session, form.get('csrf') ?? '');
  const action = form.get('action');
  if (action === 'deny') return decide(visit, false);
  if (action !== 'allow') throw new AppError('VALIDATION_ERROR', 'Choose Allow or Deny.');
  const projects = await parts.listProjects(asUser(ctx, session));
  const project = projects.find(({ id }) => id === form.get('project'));
  if (project === undefined) return showChoice(visit, session, true);
  const answer = await withProject(project.id, () => decide(visit, true));
  const app = describeClient(visit.client).name;
  // A redirect to the beginning means that nothing was connected.
  if (answer.headers?.['location'] !== startOf(visit))
    await recordAccess(ctx, session.userId as Id, 'app.connected', { app });
  return answer;
}

async function readVisit(
  parts: ConnectParts,
  ctx: Context,
  request: RawRequest,
  query: string,
): Promise<Visit | undefined> {
  const asked = new URLSearchParams(query);
  const redirectUri = asked.get('redirect_uri') ?? '';
  const client = await findClient(ctx.db, asked.get('client_id') ?? '');
  if (client === undefined || client.disabled === true) return undefined;
  if (!client.redirectUris.some((uri) => matchesRedirect(uri, redirectUri))) return undefined;
  const headers = new Headers();
  for (const name of ['cookie', 'origin', 'referer', 'sec-fetch-site', 'user-agent']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return { parts, ctx, headers, query, client, redirectUri };
}

async function showChoice(visit: Visit, session: CookieSession, missingChoice = false): Promise<RawAnswer> {
  const { client, redirectUri, query } = visit;
  const projects = await visit.parts.listProjects(asUser(visit.ctx, session));
  const scopes = new URLSearchParams(query).get('scope')?.split(' ') ?? [];
  const page: ConsentPage = {
    app: describeClient(client),
    redirectUri,
    mayWrite: scopes.includes('tasks:write'),
    email: session.email,
    projects: projects
      .map(({ id, name, status }) => ({ id, name, isArchived: status === 'archived' }))
      .toSorted((a, b) => Number(a.isArchived) - Number(b.isArchived)),
    query,
    csrf: csrfOf(visit, session),
    missingChoice,
  };
  return renderConsent(page);
}

async function decide(visit: Visit, accept: boolean): Promise<RawAnswer> {
  const { parts, ctx, headers, query, redirectUri } = visit;
  try {
    const url = await parts.engine.decideConsent(ctx, headers, { query, accept });
    if (!url.startsWith(redirectUri)) throw new Error('the answer to an app would have gone elsewhere');
    return goTo(url, 303);
  } catch (error) {
    // Tampered with or expired: the request starts again, and everything is validated again.
    if (error instanceof APIError && error.statusCode < 500) return goTo(startOf(visit), 303);
    throw error;
  }
}

function requireOwnPage({ ctx, headers }: Visit): void {
  const request = new Request(ctx.config.url, { method: 'POST', headers });
  if (!headers.has('origin')) throw foreignOrigin();
  requireSameOrigin(ctx.config, request);
}

/**
 * A CSRF token (HMAC over session and request): a form shown to one person is invalid for another who signed in
 * meanwhile.
 */
const csrfOf = ({ parts, query }: Visit, session: CookieSession): string =>
  createHmac('sha256', parts.secret).update(`connect\n${session.id}\n${query}`).digest('base64url');

function requireCsrf(visit: Visit, session: CookieSession, sent: string): void {
  const [own, theirs] = [Buffer.from(csrfOf(visit, session)), Buffer.from(sent)];
  if (own.length !== theirs.length || !timingSafeEqual(own, theirs)) throw foreignOrigin();
}

const asUser = (ctx: Context, { userId, id, name }: CookieSession): Context => ({
  ...ctx,
  actor: { kind: 'user', userId: userId as Id, sessionId: id as Id, name, isAdmin: false },
});

const startOf = ({ query }: Visit) => `${AUTHORIZE_PATH}?${stripSignature(new URLSearchParams(query))}`;
const isStale = ({ query, ctx }: Visit) =>
  Number(new URLSearchParams(query).get('exp') ?? 0) * 1_000 < ctx.now().getTime();
const goTo = (location: string, status = 302): RawAnswer => ({ status, headers: { location } });
const unknownApp = () =>
  renderRefusal(400, 'This app cannot be connected', 'The app that sent you here is not known to this server.');
