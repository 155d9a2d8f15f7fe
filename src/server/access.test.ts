import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { DEFAULT_LIMITS, DEFAULT_SETTINGS } from '#contract/settings-rules.ts';
import { TOOL_NAMES } from '#contract/tool-names.ts';
import { generateApiKey, makeKey } from '#server/auth/index.ts';
import { createProject, inviteToProject, requireProject } from '#server/projects/index.ts';
import { passkeys } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { addMember } from '#test/add-member.ts';
import { type Things, addThings } from '#test/add-things.ts';
import { AppClient } from '#test/app-client.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { setSettings } from '#test/mcp-call.ts';

/** The kinds of caller every route is requested as, in the order of the columns below. */
const CALLERS = ['anonymous', 'owner', 'other user', 'suspended user', 'admin', 'foreign key'] as const;
/** People of the project whom its owner invited. */
const MEMBERS = ['editor', 'viewer'] as const;
type Member = (typeof MEMBERS)[number];
/** Keys of the owner whose scope is too small. */
const SCOPED = ['key of another project', 'read-only key'] as const;
type Caller = (typeof CALLERS | typeof SCOPED)[number];

interface Target extends Things {
  owner: TestUser;
  projectId: string;
  /** Another editor of the project. */
  memberId: string;
  invitationId: string;
  /** One of the owner's keys. */
  keyId: string;
  /** One of the owner's passkeys. */
  passkeyId: string;
  missingId: string;
}

const NO_THINGS = {} as Things;

interface Row {
  /**
   * What an editor and a viewer of the project get. By default an editor what the owner does, and a viewer 403 for
   * whatever is not a GET; and where the route is about no project, both what any other user does.
   */
  people?: [number, number];
  /** The status for each kind of caller; null where the answer is an endless stream, which has tests of its own. */
  answers: [number, number, number, number, number, number | null];
  url?: (target: Target) => string;
  payload?: (target: Target) => object;
  /** Routes about one resource: another user's resource must be indistinguishable from one that does not exist. */
  missing?: (target: Target) => string;
  needsThings?: true;
  /** The project id is sent in a header. */
  inHeader?: true;
  /** For a key of the owner that is bound to another project, where it is not refused like a stranger's. */
  bound?: number;
  /** Not a GET, and yet only reading: open to a key that may only read. */
  reads?: true;
}

const project = (target: Target, rest = '') => `/api/projects/${target.projectId}${rest}`;
const missing = (target: Target, rest = '') => `/api/projects/${target.missingId}${rest}`;
const ofProject = (rest = ''): Partial<Row> => ({ url: (t) => project(t, rest), missing: (t) => missing(t, rest) });

const ofPerson: Partial<Row> = {
  url: (t) => project(t, `/people/${t.memberId}`),
  missing: (t) => missing(t, `/people/${t.memberId}`),
};

const of = (folder: string, name: keyof Things, rest = ''): Partial<Row> => ({
  needsThings: true,
  url: (t) => `/api/${folder}/${t[name]}${rest}`,
  missing: (t) => `/api/${folder}/${t.missingId}${rest}`,
});

/** Signed-in users only; each sees their own data. API keys get 403. */
const OWN: Row['answers'] = [401, 200, 200, 403, 200, 403];
/** Users and API keys; each sees their own data. */
const SHARED: Row['answers'] = [401, 200, 200, 403, 200, 200];
/** One resource with an owner: everybody else, administrators and their keys included, gets 404. */
const ONE: Row['answers'] = [401, 200, 404, 403, 404, 404];
/** The same, for creating something inside it. */
const NEW: Row['answers'] = [401, 201, 404, 403, 404, 404];
/** The same, for operations that API keys may not do. */
const ONE_OF_PERSON: Row['answers'] = [401, 200, 404, 403, 404, 403];
/** A project's, but only its owner's. */
const OWNERS: Pick<Row, 'people'> = { people: [403, 403] };
/** For whoever may look, although it is sent as a body. */
const READERS: Pick<Row, 'people'> = { people: [200, 200] };
/** The same where there is no webhook yet. */
const NO_WEBHOOK: Row['answers'] = [401, 404, 404, 403, 404, 403];
/** The console: authorization is checked before the resource is looked up, so a 404 cannot reveal what exists. */
const ADMIN: Row['answers'] = [401, 403, 403, 403, 200, 403];
const ofUser = (rest = ''): Partial<Row> => ({ url: (t) => `/api/admin/users/${t.owner.id}${rest}` });
const ofError: Partial<Row> = { url: (t) => `/api/admin/dashboard/errors/${t.missingId}` };
const ofKey = (rest = ''): Partial<Row> => ({
  url: (t) => `/api/me/keys/${t.keyId}${rest}`,
  missing: (t) => `/api/me/keys/${t.missingId}${rest}`,
});
const ofPasskey: Partial<Row> = {
  url: (t) => `/api/me/passkeys/${t.passkeyId}`,
  missing: (t) => `/api/me/passkeys/${t.missingId}`,
};
const A_PASSKEY = {
  name: 'Laptop',
  ticket: 'x',
  credential: { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'x', attestationObject: 'x' } },
};
const NO_INVITATION: Row['answers'] = [401, 403, 403, 403, 404, 403];
const ofInvitation = (rest = ''): Partial<Row> => ({ url: (t) => `/api/admin/invitations/${t.missingId}${rest}` });
const SERVICE = { kind: 'service', sign_up_by: 'invited', domains: [] };
const NO_LIMITS = {
  daily_prd_limit: null,
  daily_task_gen_limit: null,
  daily_total_operations_limit: null,
  monthly_prd_limit: null,
  monthly_task_gen_limit: null,
  monthly_total_operations_limit: null,
  max_projects: null,
};
const PUBLIC: Row['answers'] = [200, 200, 200, 200, 200, 200];
const ALIKE = (status: number): Row['answers'] => [status, status, status, status, status, status];
const NOWHERE = ALIKE(404);
/** Raised limits, saved before other rows run, which create several projects and send many calls with one key. */
const ROOMY_SETTINGS = { ...DEFAULT_SETTINGS, maxRequestsPerMinute: 1_000 };
const ROOMY_LIMITS = {
  free: { ...DEFAULT_LIMITS.free, max_projects: 100 },
  pro: { ...DEFAULT_LIMITS.pro, max_projects: 100 },
};
const NO_TOKEN = 'x'.repeat(43);
/** Better Auth's own routes read cookies, not bearer tokens, and have tests of their own beside the auth feature. */
const COOKIE_ONLY = /^(GET|POST) \/api\/auth\/\*$/;
/** Static pages and assets, the same for everyone. */
const PAGES = /^GET \/(\*|api\/docs.*)$/;

/** Only API keys may use MCP. What a tool answers about another user's project is in its body, and is checked below. */
const toKeys = (status: number | null): Row['answers'] => [401, 401, 401, 403, 401, status];
const ORIENT = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'orient', arguments: {} } };

/** The arguments each tool requires before it looks up the project. */
const MCP_ARGUMENTS: Record<string, object> = {
  task_get: { id: 'T1' },
  task_finish: { id: 'T1', baton: '1.aaaaaaaa', outcome: 'done', summary: 'It is done.' },
  note: { type: 'finding', body: 'Seen.' },
  plan_edit: { ops: [{ op: 'add', title: 'Mine' }] },
  checkpoint: { action: 'list' },
};

const heldOf = ({ heldTaskId, token }: Things) => ({ worker: 'codex-1', task_id: heldTaskId, baton: token });

const TABLE: Record<string, Row> = {
  'GET /healthz': { answers: PUBLIC },
  'GET /readyz': { answers: PUBLIC },
  'GET /metrics': { answers: [404, 404, 404, 404, 404, 404] },
  'GET /api/openapi.json': { answers: PUBLIC },
  'GET /api/instance': { answers: PUBLIC },
  'GET /api/outbox': { answers: [404, 404, 404, 404, 404, 404] },
  'GET /api/setup-status': { answers: OWN },
  'GET /api/admin/status': { answers: OWN },
  'GET /api/admin/users': { answers: ADMIN },
  'GET /api/admin/users/:id': { answers: ADMIN, ...ofUser() },
  'GET /api/api/admin/users/:id': { answers: ADMIN, url: (t) => `/api/api/admin/users/${t.owner.id}` },
  'PATCH /api/admin/users/:id/status': {
    answers: ADMIN,
    ...ofUser('/status'),
    payload: () => ({ status: 'active' }),
  },
  'POST /api/admin/users/:id/reset-api-key': { answers: ADMIN, ...ofUser('/reset-api-key') },
  'DELETE /api/admin/users/:id/two-factor': { answers: ADMIN, ...ofUser('/two-factor') },
  'PUT /api/admin/users/:id/tier': { answers: ADMIN, ...ofUser('/tier'), payload: () => ({ tier: 'pro' }) },
  'PUT /api/admin/users/:id/limits': { answers: ADMIN, ...ofUser('/limits'), payload: () => NO_LIMITS },
  'DELETE /api/admin/users/:id/limits': { answers: ADMIN, ...ofUser('/limits') },
  'GET /api/admin/invitations': { answers: ADMIN },
  'POST /api/admin/invitations': {
    answers: [401, 403, 403, 403, 201, 403],
    payload: () => ({ email: 'ada@example.com' }),
  },
  'POST /api/admin/invitations/:id/resend': { answers: NO_INVITATION, ...ofInvitation('/resend') },
  'DELETE /api/admin/invitations/:id': { answers: NO_INVITATION, ...ofInvitation() },
  'GET /api/admin/instance': { answers: ADMIN },
  'PUT /api/admin/instance': { answers: ADMIN, payload: () => SERVICE },
  'GET /api/setup': { answers: ADMIN },
  // Only the first administrator may do the set-up, and this caller is not the first.
  'POST /api/setup': { answers: [401, 403, 403, 403, 403, 403], payload: () => SERVICE },
  'POST /api/setup/test-mail': { answers: ADMIN },
  'POST /api/setup/test-mail/opened': { answers: [400, 400, 400, 400, 400, 400], payload: () => ({ token: 'none' }) },
  'GET /api/admin/dashboard/metrics': { answers: ADMIN },
  'GET /api/api/admin/dashboard/metrics': { answers: ADMIN },
  'GET /api/admin/dashboard/charts': { answers: ADMIN },
  'GET /api/admin/dashboard/errors': { answers: ADMIN },
  'GET /api/admin/dashboard/errors/export': { answers: ADMIN },
  'GET /api/admin/dashboard/errors/:id': { answers: [401, 403, 403, 403, 404, 403], ...ofError },
  'PATCH /api/admin/dashboard/errors/:id': {
    answers: [401, 403, 403, 403, 404, 403],
    ...ofError,
    payload: () => ({ resolved: true }),
  },
  'GET /api/admin/logs': { answers: ADMIN },
  'GET /api/admin/audit': { answers: ADMIN },
  'GET /api/admin/safety': { answers: ADMIN },
  'GET /api/admin/system/settings': { answers: ADMIN },
  'PUT /api/admin/system/settings': {
    answers: ADMIN,
    payload: () => ({ settings: ROOMY_SETTINGS, tierLimits: ROOMY_LIMITS }),
  },
  'PUT /api/admin/system/maintenance': { answers: ADMIN, payload: () => ({ on: false }) },
  'GET /api/admin/system/database': { answers: ADMIN },
  'POST /api/admin/system/clear-cache': { answers: ADMIN },
  'POST /api/admin/system/optimize': { answers: ADMIN },
  'POST /api/admin/system/vacuum': { answers: ADMIN },
  'POST /api/admin/system/backup': { answers: ADMIN },
  'POST /api/admin/system/revoke-sessions': {
    answers: [401, 401, 403, 403, 200, 403],
    payload: () => ({ confirm: 'REVOKE' }),
  },
  'POST /api/admin/system/expire-locks': { answers: ADMIN, payload: () => ({ confirm: 'EXPIRE' }) },
  'POST /api/admin/system/rotate-keys': {
    answers: [401, 401, 403, 403, 200, 403],
    payload: () => ({ confirm: 'ROTATE' }),
  },
  'GET /api/me': { answers: OWN },
  'PATCH /api/me': { answers: OWN, payload: () => ({ display_name: 'Someone' }) },
  'DELETE /api/me': { answers: [401, 200, 400, 403, 400, 403], payload: (t) => ({ confirm: t.owner.email }) },
  'GET /api/me/export': { answers: OWN },
  'GET /api/me/events': { answers: OWN },
  'POST /api/me/storage/empty': { answers: OWN },
  'GET /api/me/email': { answers: OWN },
  'POST /api/me/email': {
    answers: [401, 202, 202, 403, 202, 403],
    payload: () => ({ email: `${newId()}@example.com` }),
  },
  'DELETE /api/me/email': { answers: [401, 404, 404, 403, 404, 403] },
  // Public: the token of a mailed link is the proof.
  'POST /api/email-change/confirm': { answers: ALIKE(400), payload: () => ({ token: NO_TOKEN }) },
  'POST /api/email-change/stop': { answers: ALIKE(400), payload: () => ({ token: NO_TOKEN }) },
  'GET /api/me/two-factor': { answers: OWN },
  'POST /api/me/two-factor': { answers: OWN },
  'POST /api/me/two-factor/confirm': { answers: [401, 409, 409, 403, 409, 403], payload: () => ({ code: '000000' }) },
  'DELETE /api/me/two-factor': { answers: [401, 409, 409, 403, 409, 403], payload: () => ({ code: '000000' }) },
  'POST /api/me/two-factor/backup-codes': {
    answers: [401, 409, 409, 403, 409, 403],
    payload: () => ({ code: '000000' }),
  },
  'GET /api/me/activity': { answers: OWN },
  'GET /api/me/sessions': { answers: OWN },
  'DELETE /api/me/sessions/:id': {
    people: [404, 404],
    answers: ONE_OF_PERSON,
    url: (t) => `/api/me/sessions/${t.owner.actor.sessionId}`,
    missing: (t) => `/api/me/sessions/${t.missingId}`,
  },
  'GET /api/me/apps': { answers: OWN },
  'DELETE /api/me/apps/:id': {
    people: [404, 404],
    answers: [401, 404, 404, 403, 404, 403],
    url: (t) => `/api/me/apps/${t.missingId}`,
    missing: (t) => `/api/me/apps/${t.missingId}`,
  },
  // OAuth endpoints: they authenticate by code, token or session cookie, so the other credentials make no difference.
  'POST /api/auth/oauth2/register': { answers: ALIKE(400), payload: () => ({}) },
  'POST /api/auth/oauth2/token': { answers: ALIKE(400), payload: () => ({}) },
  'POST /api/auth/oauth2/revoke': { answers: ALIKE(400), payload: () => ({}) },
  'GET /api/auth/oauth2/authorize': { answers: ALIKE(400) },
  'GET /connect': { answers: ALIKE(400) },
  'POST /connect': { answers: ALIKE(400), payload: () => ({}) },
  'GET /connect/style.css': { answers: PUBLIC },
  'GET /.well-known/*': { answers: PUBLIC, url: () => '/.well-known/oauth-protected-resource/mcp' },
  'GET /mcp/.well-known/*': { answers: NOWHERE, url: () => '/mcp/.well-known/oauth-protected-resource' },
  'GET /api/auth/api-key': { answers: OWN },
  'POST /api/auth/api-key': { answers: OWN },
  'POST /api/auth/api-key/regenerate': { answers: [401, 404, 404, 403, 404, 403] },
  'POST /api/auth/api-key/verify': { answers: SHARED, reads: true, payload: () => ({ apiKey: 'baton_' }) },
  'GET /api/me/keys': { answers: OWN },
  'POST /api/me/keys': { answers: [401, 201, 201, 403, 201, 403], payload: () => ({ name: 'Laptop' }) },
  'POST /api/me/keys/:id/rotate': { answers: ONE_OF_PERSON, people: [404, 404], ...ofKey('/rotate') },
  'DELETE /api/me/keys/:id': { answers: ONE_OF_PERSON, people: [404, 404], ...ofKey() },
  'GET /api/me/passkeys': { answers: OWN },
  'POST /api/me/passkeys/options': { answers: OWN, payload: () => ({}) },
  'POST /api/me/passkeys': { answers: [401, 403, 403, 403, 403, 403], payload: () => A_PASSKEY },
  'PATCH /api/me/passkeys/:id': {
    answers: ONE_OF_PERSON,
    people: [404, 404],
    payload: () => ({ name: 'Desk' }),
    ...ofPasskey,
  },
  'DELETE /api/me/passkeys/:id': { answers: ONE_OF_PERSON, people: [404, 404], ...ofPasskey },
  'GET /api/agents': { answers: OWN },
  'GET /api/subscriptions/current': { answers: OWN },
  'POST /api/subscriptions/checkout': { answers: OWN, payload: () => ({}) },
  'POST /api/subscriptions/portal': {
    answers: [401, 409, 409, 403, 409, 403],
    payload: () => ({ returnUrl: 'http://localhost:3000/subscription' }),
  },
  'POST /api/subscriptions/refresh': { answers: OWN },
  // Public: a webhook is authenticated by its signature, a sandbox page by the secret in its URL.
  'POST /api/webhooks/sandbox': { answers: [403, 403, 403, 403, 403, 403], payload: () => ({ id: 'WH-1' }) },
  'GET /sandbox/style.css': { answers: PUBLIC },
  'GET /sandbox/checkout/:token': { answers: NOWHERE, url: () => `/sandbox/checkout/${NO_TOKEN}` },
  'POST /sandbox/checkout/:token': { answers: NOWHERE, url: () => `/sandbox/checkout/${NO_TOKEN}` },
  'GET /sandbox/portal/:token': { answers: NOWHERE, url: () => `/sandbox/portal/${NO_TOKEN}` },
  'POST /sandbox/portal/:token': { answers: NOWHERE, url: () => `/sandbox/portal/${NO_TOKEN}` },
  'POST /api/subscriptions/keep-projects': {
    answers: ONE_OF_PERSON,
    payload: (t) => ({ projectIds: [t.projectId] }),
  },
  'GET /api/projects': { answers: SHARED },
  'POST /api/projects': { answers: [401, 201, 201, 403, 201, 403], payload: () => ({ name: 'New' }) },
  'GET /api/projects/:id': { answers: ONE, ...ofProject() },
  'PUT /api/projects/:id': { answers: ONE, ...ofProject(), payload: () => ({ name: 'Renamed' }) },
  'DELETE /api/projects/:id': { answers: ONE_OF_PERSON, ...OWNERS, ...ofProject() },
  'GET /api/projects/:id/people': { answers: ONE, ...ofProject('/people') },
  'PATCH /api/projects/:id/people/:userId': {
    answers: ONE_OF_PERSON,
    ...OWNERS,
    ...ofPerson,
    payload: () => ({ role: 'viewer' }),
  },
  'DELETE /api/projects/:id/people/:userId': { answers: ONE_OF_PERSON, ...OWNERS, ...ofPerson },
  'POST /api/projects/:id/owner': {
    answers: ONE_OF_PERSON,
    ...OWNERS,
    ...ofProject('/owner'),
    payload: (t) => ({ user_id: t.memberId }),
  },
  'GET /api/projects/:id/invitations': { answers: ONE_OF_PERSON, ...OWNERS, ...ofProject('/invitations') },
  'POST /api/projects/:id/invitations': {
    answers: [401, 201, 404, 403, 404, 403],
    ...OWNERS,
    ...ofProject('/invitations'),
    payload: () => ({ role: 'viewer' }),
  },
  'DELETE /api/projects/:id/invitations/:invitationId': {
    answers: ONE_OF_PERSON,
    ...OWNERS,
    url: (t) => project(t, `/invitations/${t.invitationId}`),
    missing: (t) => missing(t, `/invitations/${t.invitationId}`),
  },
  'POST /api/invitations/look': { answers: NOWHERE, payload: () => ({ token: NO_TOKEN }) },
  'POST /api/invitations/accept': { answers: [401, 404, 404, 403, 404, 403], payload: () => ({ token: NO_TOKEN }) },
  'GET /api/projects/:id/tasks': { answers: ONE, ...ofProject('/tasks') },
  'GET /api/projects/:id/task-lists': { answers: ONE, ...ofProject('/task-lists') },
  'GET /api/projects/:id/notes': { answers: ONE, ...ofProject('/notes') },
  'GET /api/projects/:id/events': { answers: ONE, ...ofProject('/events') },
  'GET /api/projects/:id/plan': { answers: ONE, ...ofProject('/plan') },
  'GET /api/projects/:id/plan/tree': { answers: ONE, ...ofProject('/plan/tree') },
  'GET /api/projects/:id/plan/texts': {
    answers: ONE,
    ...ofProject('/plan/texts?tasks=019a0000-0000-7000-8000-000000000000'),
  },
  'POST /api/projects/example': { answers: [401, 201, 201, 403, 201, 201], bound: 403 },
  'GET /api/projects/:id/timeline': { answers: ONE, ...ofProject('/timeline') },
  'GET /api/projects/:id/timeline/days': { answers: ONE, ...ofProject('/timeline/days') },
  'GET /api/projects/:id/timeline/relay': { answers: ONE, ...ofProject('/timeline/relay') },
  'GET /api/projects/:id/report': { answers: ONE, ...ofProject('/report') },
  'GET /api/me/report': { answers: OWN },
  'GET /api/me/news': { answers: OWN },
  'POST /api/me/visit': {
    ...READERS,
    answers: ONE_OF_PERSON,
    url: () => '/api/me/visit',
    payload: (t) => ({ project_id: t.projectId }),
  },
  'POST /api/me/seen': {
    ...READERS,
    answers: ONE_OF_PERSON,
    url: () => '/api/me/seen',
    payload: (t) => ({ project_id: t.projectId, up_to: '2026-01-01T00:00:00Z' }),
  },
  'GET /api/projects/:id/activity': { answers: ONE, ...ofProject('/activity') },
  'GET /api/projects/:id/search': { answers: ONE, ...ofProject('/search?q=task') },
  'GET /api/projects/:id/export': { answers: ONE, ...ofProject('/export?format=markdown') },
  'POST /api/projects/import': {
    answers: NEW,
    people: [201, 403],
    payload: (t) => ({ content: '{"tasks":[{"id":1,"title":"One"}]}', format: 'task-master', project_id: t.projectId }),
  },
  'POST /api/projects/:id/tasks': { answers: NEW, ...ofProject('/tasks'), payload: () => ({ title: 'New' }) },
  'POST /api/projects/:id/task-lists': { answers: NEW, ...ofProject('/task-lists'), payload: () => ({ name: 'New' }) },
  'POST /api/projects/:id/notes': {
    answers: NEW,
    ...ofProject('/notes'),
    payload: () => ({ type: 'CONTEXT', body: 'New' }),
  },
  'GET /api/projects/:id/notifications': { answers: ONE_OF_PERSON, ...ofProject('/notifications') },
  'PUT /api/projects/:id/notifications': {
    ...READERS,
    answers: ONE_OF_PERSON,
    ...ofProject('/notifications'),
    payload: () => ({ email: { needs_you: false } }),
  },
  'GET /api/projects/:id/webhook': { answers: ONE_OF_PERSON, ...OWNERS, ...ofProject('/webhook') },
  'PUT /api/projects/:id/webhook': {
    ...OWNERS,
    answers: ONE_OF_PERSON,
    ...ofProject('/webhook'),
    payload: () => ({ address: 'https://hooks.example/baton', format: 'json', kinds: ['needs_you'], enabled: true }),
  },
  'DELETE /api/projects/:id/webhook': { answers: ONE_OF_PERSON, ...OWNERS, ...ofProject('/webhook') },
  'POST /api/projects/:id/webhook/secret': { answers: NO_WEBHOOK, ...OWNERS, ...ofProject('/webhook/secret') },
  'POST /api/projects/:id/webhook/test': { answers: NO_WEBHOOK, ...OWNERS, ...ofProject('/webhook/test') },
  'GET /api/projects/:id/webhook/deliveries': {
    answers: ONE_OF_PERSON,
    ...OWNERS,
    ...ofProject('/webhook/deliveries'),
  },
  'POST /api/projects/:id/webhook/deliveries/:deliveryId/resend': {
    ...OWNERS,
    answers: NO_WEBHOOK,
    ...ofProject('/webhook/deliveries/019a0000-0000-7000-8000-000000000000/resend'),
  },
  'GET /api/projects/:id/prd': { answers: ONE, ...ofProject('/prd') },
  'PUT /api/projects/:id/prd': { answers: ONE, ...ofProject('/prd'), payload: () => ({ content: '- It must open.' }) },
  'PATCH /api/projects/:id/prd/roles': {
    answers: ONE,
    ...ofProject('/prd/roles'),
    payload: () => ({ roles: [{ key: '0123456789abcdef', role: 'context', excerpt: 'It must open.' }] }),
  },
  'GET /api/projects/:id/prd/versions': { answers: ONE, ...ofProject('/prd/versions') },
  'GET /api/projects/:id/prd/versions/:version': {
    answers: [401, 404, 404, 403, 404, 404],
    ...ofProject('/prd/versions/1'),
  },
  'DELETE /api/projects/:id/prd/versions/:version': {
    answers: [401, 404, 404, 403, 404, 404],
    ...ofProject('/prd/versions/1'),
  },
  'GET /api/projects/:id/coverage': { answers: ONE, ...ofProject('/coverage') },
  'GET /api/ai-engine': { answers: SHARED },
  'POST /api/ai-engine/reading': {
    answers: ONE,
    ...READERS,
    inHeader: true,
    reads: true,
    payload: () => ({ content: '- It must open.' }),
  },
  'POST /api/ai-engine/preview': {
    answers: ONE,
    inHeader: true,
    payload: () => ({ content: '- It must open.', sessionId: 'gen_1' }),
  },
  'POST /api/ai-engine/prd-to-tasks': {
    answers: ONE,
    inHeader: true,
    payload: () => ({ content: '- It must open.', sessionId: 'gen_1' }),
  },
  'GET /api/projects/:id/checkpoints': { answers: ONE, ...ofProject('/checkpoints') },
  'POST /api/projects/:id/checkpoints': {
    answers: NEW,
    ...ofProject('/checkpoints'),
    payload: () => ({ name: 'New' }),
  },
  'POST /api/projects/:projectId/tools/:tool': {
    answers: ONE,
    ...READERS,
    ...ofProject('/tools/orient'),
    reads: true,
    payload: () => ({}),
  },
  'POST /api/projects/:id/claim': { answers: ONE, ...ofProject('/claim'), payload: () => ({}) },
  'PATCH /api/tasks/:id': { answers: ONE, ...of('tasks', 'taskId'), payload: () => ({ title: 'Renamed' }) },
  'DELETE /api/tasks/:id': { answers: ONE, ...of('tasks', 'taskId') },
  'POST /api/tasks/:id/undelete': { answers: ONE, ...of('tasks', 'deletedTaskId', '/undelete') },
  'POST /api/tasks/:id/move': { answers: ONE, ...of('tasks', 'taskId', '/move'), payload: () => ({}) },
  'POST /api/tasks/:id/break-down': {
    answers: NEW,
    ...of('tasks', 'taskId', '/break-down'),
    payload: () => ({ tasks: [{ title: 'Step' }] }),
  },
  'POST /api/tasks/:id/dependencies': {
    answers: NEW,
    ...of('tasks', 'taskId', '/dependencies'),
    payload: (t) => ({ depends_on_id: t.otherTaskId }),
  },
  'DELETE /api/tasks/:id/dependencies/:dependsOnId': {
    answers: ONE,
    needsThings: true,
    url: (t) => `/api/tasks/${t.otherTaskId}/dependencies/${t.heldTaskId}`,
    missing: (t) => `/api/tasks/${t.missingId}/dependencies/${t.heldTaskId}`,
  },
  'POST /api/tasks/:id/claim': {
    answers: [401, 409, 404, 403, 404, 404],
    ...of('tasks', 'taskId', '/claim'),
    payload: () => ({}),
  },
  'POST /api/tasks/:id/renew': {
    answers: ONE,
    ...of('tasks', 'heldTaskId', '/renew'),
    payload: (t) => ({ baton: t.token }),
  },
  'POST /api/tasks/:id/release': {
    answers: ONE,
    ...of('tasks', 'heldTaskId', '/release'),
    payload: (t) => ({ baton: t.token }),
  },
  // There is no answer to take back.
  'DELETE /api/tasks/:id/answer': { answers: [401, 409, 404, 403, 404, 404], ...of('tasks', 'taskId', '/answer') },
  'POST /api/tasks/:id/answer': {
    answers: [401, 409, 404, 403, 404, 404],
    ...of('tasks', 'heldTaskId', '/answer'),
    payload: () => ({ text: 'Yes.' }),
  },
  'POST /api/tasks/:id/finish': {
    answers: ONE,
    ...of('tasks', 'heldTaskId', '/finish'),
    payload: (t) => ({ baton: t.token, outcome: 'release', summary: 'Enough for today.' }),
  },
  'PATCH /api/task-lists/:id': { answers: ONE, ...of('task-lists', 'listId'), payload: () => ({ name: 'Renamed' }) },
  'DELETE /api/task-lists/:id': { answers: [401, 409, 404, 403, 404, 404], ...of('task-lists', 'listId') },
  'POST /api/task-lists/:id/undelete': { answers: ONE, ...of('task-lists', 'deletedListId', '/undelete') },
  'PATCH /api/notes/:id': { answers: ONE, ...of('notes', 'noteId'), payload: () => ({ pinned: true }) },
  'DELETE /api/notes/:id': { answers: ONE, ...of('notes', 'noteId') },
  'POST /api/notes/:id/undelete': { answers: ONE, ...of('notes', 'deletedNoteId', '/undelete') },
  'DELETE /api/checkpoints/:id': { answers: ONE, ...of('checkpoints', 'checkpointId') },
  'GET /api/checkpoints/:id/diff': { answers: ONE, ...of('checkpoints', 'checkpointId', '/diff') },
  'POST /api/checkpoints/:id/restore': { answers: ONE, ...of('checkpoints', 'checkpointId', '/restore') },
  'POST /api/projects/:id/runs': {
    answers: NEW,
    ...ofProject('/runs'),
    payload: () => ({ run_id: newId(), host: 'laptop', clients: ['codex'], parallel: 1 }),
  },
  'GET /api/projects/:id/runs': { answers: ONE, ...ofProject('/runs') },
  'GET /api/projects/:id/run-results': { answers: ONE, ...ofProject('/run-results') },
  'GET /api/projects/:id/relay': { answers: ONE, ...ofProject('/relay') },
  'GET /api/runs/:id/output': { answers: ONE, ...of('runs', 'runId', '/output?worker=codex-1') },
  'POST /api/runs/:id/beat': { answers: ONE, ...of('runs', 'runId', '/beat'), payload: () => ({ workers: [] }) },
  'POST /api/runs/:id/claim': {
    answers: ONE,
    ...of('runs', 'runId', '/claim'),
    payload: () => ({ worker: 'codex-1' }),
  },
  'POST /api/runs/:id/look': { answers: ONE, ...of('runs', 'runId', '/look'), payload: (t) => heldOf(t) },
  // The baton is not of the run.
  'POST /api/runs/:id/retry': {
    answers: [401, 409, 404, 403, 404, 404],
    ...of('runs', 'runId', '/retry'),
    payload: (t) => ({ ...heldOf(t), try: 1, tries: 3, reason: 'It failed.' }),
  },
  'POST /api/runs/:id/finish': {
    answers: [401, 409, 404, 403, 404, 404],
    ...of('runs', 'runId', '/finish'),
    payload: (t) => ({ ...heldOf(t), try: 1, tries: 3, outcome: 'released' }),
  },
  'POST /api/runs/:id/ask': { answers: ONE, ...of('runs', 'runId', '/ask'), payload: () => ({ request: 'pause' }) },
  'POST /api/runs/:id/end': { answers: ONE, ...of('runs', 'runId', '/end'), payload: () => ({ end: 'stopped' }) },
  'GET /mcp': { answers: toKeys(405) },
  'POST /mcp': { answers: toKeys(200), reads: true, payload: () => ORIENT },
  'DELETE /mcp': { answers: toKeys(405), reads: true },
  'GET /mcp/:projectId': { answers: toKeys(405), bound: 404, url: (t) => `/mcp/${t.projectId}` },
  'POST /mcp/:projectId': {
    answers: toKeys(200),
    bound: 404,
    reads: true,
    url: (t) => `/mcp/${t.projectId}`,
    payload: () => ORIENT,
  },
  'DELETE /mcp/:projectId': { answers: toKeys(405), bound: 404, reads: true, url: (t) => `/mcp/${t.projectId}` },
};

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer({ webDirectory: 'no-such-directory' });
  await raiseProjectLimit(server);
  await setSettings(server, ROOMY_SETTINGS);
  address = await server.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.dispose());

const isWalkedElsewhere = (route: string) => COOKIE_ONLY.test(route) || PAGES.test(route);

test('every address that answers is in the table, and the table names no other', () => {
  const mounted = server.http.mounted.filter((route) => !isWalkedElsewhere(route));
  expect(mounted.toSorted()).toEqual(Object.keys(TABLE).toSorted());
});

test('every endpoint of the contract is mounted', () => {
  const mounted = new Set(server.http.mounted);
  expect(ENDPOINTS.filter(({ method, path }) => !mounted.has(`${method} ${path}`)).map(({ id }) => id)).toEqual([]);
});

interface World {
  target: Target;
  headers: Record<Caller | Member, Record<string, string>>;
}

let world: World | undefined;

/** What requests that only read are made with: made once, and again after all sessions were ended. */
async function sharedWorld(): Promise<World> {
  const isOpen = world !== undefined && (await ask('GET', '/api/me', world.headers.owner, undefined)).status === 200;
  return isOpen && world !== undefined ? world : (world = await prepare({ answers: PUBLIC, needsThings: true }));
}

/** A caller of each kind and a fresh target: some routes delete what they are called on. */
async function prepare(row: Row): Promise<World> {
  const owner = await addUser(server);
  const { id } = await createProject(owner.ctx, { name: 'Private' });
  const things = row.needsThings === true ? await addThings(server, owner, id) : NO_THINGS;
  const [other, suspended, admin, stranger] = [
    await addUser(server),
    await addUser(server),
    await addUser(server, { isAdmin: true }),
    await addUser(server),
  ];
  const { apiKey } = await generateApiKey(stranger.ctx);
  const members = { editor: await addMember(server, id, 'editor'), viewer: await addMember(server, id, 'viewer') };
  const { id: memberId } = await addMember(server, id, 'editor');
  const { invitation } = await inviteToProject(owner.ctx, { id, role: 'viewer', days: 1 });
  const ofOwner = (fields: object) => makeKey(owner.ctx, { name: newId(), ...fields }, requireProject);
  const { id: elsewhere } = await createProject(owner.ctx, { name: 'Another' });
  const bound = await ofOwner({ project_id: elsewhere });
  const reading = await ofOwner({ read_only: true });
  const bearer = async (user: TestUser) => ({ authorization: `Bearer ${await tokenFor(server, user)}` });
  const headers = {
    anonymous: {},
    owner: await bearer(owner),
    editor: await bearer(members.editor),
    viewer: await bearer(members.viewer),
    'other user': await bearer(other),
    'suspended user': await bearer(suspended),
    admin: await bearer(admin),
    'foreign key': { 'x-user-api-key': apiKey, 'x-project-id': id },
    'key of another project': { 'x-user-api-key': bound.api_key },
    'read-only key': { 'x-user-api-key': reading.api_key },
  };
  await server.database.pool.query(`update users set status = 'suspended' where id = $1`, [suspended.id]);
  server.bus.tellHere('principal', suspended.id);
  const { id: keyId } = await ofOwner({});
  const passkeyId = newId();
  const made = { name: 'Laptop', host: 'localhost', publicKey: '', counter: 0, transports: [], isSynced: false };
  await server.db.insert(passkeys).values({ id: passkeyId, userId: owner.id, credentialId: passkeyId, ...made });
  const named = { projectId: id, memberId, invitationId: invitation.id, keyId, passkeyId };
  return { target: { owner, ...named, ...things, missingId: newId() }, headers };
}

interface Answer {
  status: number;
  body: string;
}

async function ask(
  method: string,
  url: string,
  given: Record<string, string>,
  payload: object | undefined,
): Promise<Answer> {
  const headers = {
    ...given,
    // From an address that is not this machine's: what loopback callers may do is tested elsewhere.
    'x-forwarded-for': '203.0.113.9',
    accept: 'application/json, text/event-stream',
  };
  if (url.endsWith('/events')) return askStream(url, headers);
  const sent = { method: method as 'GET', url, headers };
  const { statusCode, body } = await server.http.inject(payload === undefined ? sent : { ...sent, payload });
  return { status: statusCode, body: withoutId(body) };
}

/** Over the network, where only the head of a stream is read before the connection is closed. */
async function askStream(url: string, headers: Record<string, string>): Promise<Answer> {
  const leaving = new AbortController();
  const answer = await fetch(`${address}${url}`, { signal: leaving.signal, headers });
  const streams = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const body = streams ? '' : await answer.text();
  leaving.abort();
  return { status: answer.status, body: withoutId(body) };
}

const withoutId = (body: string) => body.replace(/"requestId":"[^"]*"/, '');

/** A key of the owner: of another project, a stranger's; one that may only read, the owner's where nothing changes. */
function expectedOf(method: string, row: Row): Record<Caller, number | null> {
  const [, owner, , , , stranger] = row.answers;
  const isForKeys = row.answers[0] === 401 && stranger !== 403;
  const reads = method === 'GET' || row.reads === true;
  const toReader = stranger === 404 ? owner : stranger;
  const known = Object.fromEntries(CALLERS.map((caller, index) => [caller, row.answers[index] ?? null]));
  return {
    ...(known as Record<(typeof CALLERS)[number], number | null>),
    'key of another project': row.bound ?? stranger,
    'read-only key': isForKeys ? (reads ? toReader : 403) : stranger,
  };
}

test.each(Object.entries(TABLE))('%s answers each kind of caller as the table says', async (route, row) => {
  const [method = '', path = ''] = route.split(' ');
  const { target, headers } = method === 'GET' ? await sharedWorld() : await prepare(row);
  const url = row.url?.(target) ?? path;
  const payload = row.payload?.(target);
  const named = (id: string): Record<string, string> => (row.inHeader === true ? { 'x-project-id': id } : {});
  const expected = expectedOf(method, row);
  if (row.missing !== undefined || row.inHeader === true)
    for (const caller of ['other user', 'admin', 'foreign key', 'key of another project'] as const) {
      const theirs = await ask(method, url, { ...headers[caller], ...named(target.projectId) }, payload);
      expect([caller, theirs.status]).toEqual([caller, expected[caller]]);
      const none = await ask(
        method,
        row.missing?.(target) ?? url,
        { ...headers[caller], ...named(target.missingId) },
        payload,
      );
      expect(theirs, 'another user’s thing and one that does not exist').toEqual(none);
    }
  const statuses: Record<string, number | null> = {};
  // The owner last, because the owner's call may delete the target.
  for (const caller of [...SCOPED, ...CALLERS].toSorted((a, b) => Number(a === 'owner') - Number(b === 'owner')))
    statuses[caller] =
      expected[caller] === null
        ? null
        : (await ask(method, url, { ...headers[caller], ...named(target.projectId) }, payload)).status;
  expect(statuses).toEqual(expected);
});

/** What the people whom the owner invited get. */
function answersOf(method: string, row: Row): [number | null, number | null] {
  if (row.people !== undefined) return row.people;
  const [, owner, other] = row.answers;
  if (row.missing === undefined && row.inHeader !== true) return [other, other];
  return [owner, method === 'GET' ? owner : 403];
}

test.each(Object.entries(TABLE))(
  '%s answers an editor and a viewer of the project as the table says',
  async (route, row) => {
    const [method = '', path = ''] = route.split(' ');
    const { target, headers } = method === 'GET' ? await sharedWorld() : await prepare(row);
    const named: Record<string, string> = row.inHeader === true ? { 'x-project-id': target.projectId } : {};
    const statuses: Record<string, number> = {};
    // The editor last, whose call may delete the target.
    for (const member of ['viewer', 'editor'] as const)
      statuses[member] = (
        await ask(method, row.url?.(target) ?? path, { ...headers[member], ...named }, row.payload?.(target))
      ).status;
    const [editor, viewer] = answersOf(method, row);
    expect(statuses).toEqual({ editor, viewer });
  },
);

test('the token of an app that signed in opens /mcp, its own project there, and nothing else', async () => {
  const { target } = await prepare({ answers: PUBLIC, needsThings: true });
  const person = await addUser(server);
  const { id } = await createProject(person.ctx, { name: 'Theirs' });
  const { access_token } = await (await AppClient.registered(server)).connect(person, id);
  const app = { authorization: `Bearer ${access_token}` };
  for (const [route, row] of Object.entries(TABLE)) {
    const [method = '', path = ''] = route.split(' ');
    const isMcp = path.startsWith('/mcp') && !path.includes('.well-known');
    const named = row.inHeader === true ? { 'x-project-id': target.projectId } : {};
    const { status } = await ask(method, row.url?.(target) ?? path, { ...app, ...named }, row.payload?.(target));
    const own = method === 'POST' ? 200 : 405;
    const expected = path === '/mcp' ? own : 404;
    expect([route, status]).toEqual([route, isMcp ? expected : row.answers[0]]);
  }
});

test('over MCP another user’s project and one that does not exist are answered alike, and tell nothing', async () => {
  const { target, headers } = await prepare({ answers: PUBLIC });
  const key = { 'x-user-api-key': headers['foreign key']['x-user-api-key'] ?? '' };
  for (const name of TOOL_NAMES) {
    const args = MCP_ARGUMENTS[name] ?? {};
    const message = { ...ORIENT, params: { name, arguments: args } };
    const theirs = await ask('POST', `/mcp/${target.projectId}`, key, message);
    const none = await ask('POST', `/mcp/${target.missingId}`, key, message);
    expect(theirs, name).toEqual(none);
    expect(JSON.parse(theirs.body), name).toMatchObject({
      result: {
        isError: true,
        content: [{ text: expect.stringMatching(/^NOT_FOUND: The (project|task \S+) was not found\.$/) }],
      },
    });
  }
});

test('a key cannot do what is a person’s, not even for its own person', async () => {
  const owner = await addUser(server);
  const { id } = await createProject(owner.ctx, { name: 'Own' });
  const { apiKey } = await generateApiKey(owner.ctx);
  for (const { method, path } of ENDPOINTS.filter(({ access }) => access === 'user' || access === 'admin')) {
    const body = method === 'GET' ? undefined : {};
    const answer = await ask(method, path.replaceAll(/:\w+/g, id), { 'x-user-api-key': apiKey }, body);
    expect([method, path, answer.status]).toEqual([method, path, 403]);
  }
});

test('what is sent instead of a key opens nothing', async () => {
  const { id } = await createProject((await addUser(server)).ctx, { name: 'Own' });
  const bad = ['baton_', `baton_${'x'.repeat(40)}`, '${BATON_API_KEY}', '$BATON_API_KEY', 'null', 'undefined'];
  for (const sent of bad)
    for (const headers of [{ 'x-user-api-key': sent }, { authorization: `Bearer ${sent}` }] as Record<string, string>[])
      for (const [method, url, payload] of [
        ['POST', `/mcp/${id}`, ORIENT],
        ['POST', `/api/projects/${id}/tools/orient`, {}],
        ['GET', `/api/projects/${id}/plan`, undefined],
      ] as const)
        expect([headers, url, (await ask(method, url, headers, payload)).status]).toEqual([headers, url, 401]);
});
