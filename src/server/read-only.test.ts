import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Id } from '#contract/fields.ts';
import { TOOL_NAMES } from '#contract/tool-names.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { batons, projects } from '#server/platform/db/tables/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type Things, addThings } from '#test/add-things.ts';
import { addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { setSettings } from '#test/mcp-call.ts';

/** The refusal a read-only project answers to every write, by the reason for which it is read-only. */
const STATES = {
  archived: {
    set: { status: 'archived' },
    status: 409,
    body: {
      errorType: 'CONFLICT',
      errorCode: 'PROJECT_ARCHIVED',
      error: 'This project is archived and can only be read. Take it out of the archive to go on.',
    },
  },
  'beyond the plan': {
    set: { readOnlyAt: new Date('2026-05-01') },
    status: 429,
    body: {
      errorType: 'USAGE_LIMIT_EXCEEDED',
      errorCode: 'PROJECT_READ_ONLY',
      usage: { projects: { current: 1, limit: 1 } },
    },
  },
} as const;

interface Target extends Things {
  projectId: Id;
}
type Write = (target: Target) => { url: string; payload?: object };

const PRD = { content: '- It must open.', sessionId: 'gen_1' };
const inProject =
  (rest: string, payload?: object): Write =>
  (t) => ({ url: `/api/projects/${t.projectId}${rest}`, ...(payload && { payload }) });
const of =
  (folder: string, name: keyof Things, rest = '', payload?: object): Write =>
  (t) => ({ url: `/api/${folder}/${t[name]}${rest}`, ...(payload && { payload }) });

/** Every endpoint that writes to a project. */
const WRITES: Record<string, Write> = {
  'POST /api/projects/import': (t) => ({
    url: '/api/projects/import',
    payload: { content: '{"tasks":[{"id":1,"title":"One"}]}', format: 'task-master', project_id: t.projectId },
  }),
  'POST /api/ai-engine/preview': () => ({ url: '/api/ai-engine/preview', payload: PRD }),
  'POST /api/ai-engine/prd-to-tasks': () => ({ url: '/api/ai-engine/prd-to-tasks', payload: PRD }),
  'PUT /api/projects/:id/prd': inProject('/prd', { content: '- It must open.' }),
  'PATCH /api/projects/:id/prd/roles': inProject('/prd/roles', {
    roles: [{ key: '0123456789abcdef', role: 'context', excerpt: 'It must open.' }],
  }),
  'POST /api/projects/:id/tasks': inProject('/tasks', { title: 'New' }),
  'POST /api/projects/:id/task-lists': inProject('/task-lists', { name: 'New' }),
  'POST /api/projects/:id/notes': inProject('/notes', { type: 'CONTEXT', body: 'New' }),
  'POST /api/projects/:id/checkpoints': inProject('/checkpoints', { name: 'New' }),
  'POST /api/projects/:id/claim': inProject('/claim', {}),
  'PATCH /api/tasks/:id': of('tasks', 'taskId', '', { title: 'Renamed' }),
  'DELETE /api/tasks/:id': of('tasks', 'taskId'),
  'POST /api/tasks/:id/undelete': of('tasks', 'deletedTaskId', '/undelete'),
  'POST /api/tasks/:id/move': of('tasks', 'taskId', '/move', {}),
  'POST /api/tasks/:id/break-down': of('tasks', 'taskId', '/break-down', { tasks: [{ title: 'Step' }] }),
  'POST /api/tasks/:id/dependencies': (t) => ({
    url: `/api/tasks/${t.taskId}/dependencies`,
    payload: { depends_on_id: t.otherTaskId },
  }),
  'DELETE /api/tasks/:id/dependencies/:dependsOnId': (t) => ({
    url: `/api/tasks/${t.otherTaskId}/dependencies/${t.heldTaskId}`,
  }),
  'POST /api/tasks/:id/claim': of('tasks', 'taskId', '/claim', {}),
  'DELETE /api/tasks/:id/answer': (t) => ({ url: `/api/tasks/${t.taskId}/answer` }),
  'POST /api/tasks/:id/answer': (t) => ({ url: `/api/tasks/${t.taskId}/answer`, payload: { text: 'Yes.' } }),
  'POST /api/tasks/:id/renew': (t) => ({ url: `/api/tasks/${t.heldTaskId}/renew`, payload: { baton: t.token } }),
  'POST /api/tasks/:id/finish': (t) => ({
    url: `/api/tasks/${t.heldTaskId}/finish`,
    payload: { baton: t.token, outcome: 'done', summary: 'It is done.' },
  }),
  'PATCH /api/task-lists/:id': of('task-lists', 'listId', '', { name: 'Renamed' }),
  'DELETE /api/task-lists/:id': of('task-lists', 'listId'),
  'POST /api/task-lists/:id/undelete': of('task-lists', 'deletedListId', '/undelete'),
  'PATCH /api/notes/:id': of('notes', 'noteId', '', { pinned: true }),
  'DELETE /api/notes/:id': of('notes', 'noteId'),
  'POST /api/notes/:id/undelete': of('notes', 'deletedNoteId', '/undelete'),
  'POST /api/checkpoints/:id/restore': of('checkpoints', 'checkpointId', '/restore'),
  'DELETE /api/checkpoints/:id': of('checkpoints', 'checkpointId'),
  'POST /api/projects/:id/runs': inProject('/runs', {
    run_id: '019a0000-0000-7000-8000-000000000000',
    host: 'laptop',
    clients: ['codex'],
    parallel: 1,
  }),
  'POST /api/runs/:id/claim': of('runs', 'runId', '/claim', { worker: 'codex-1' }),
  'POST /api/runs/:id/retry': (t) => ({
    url: `/api/runs/${t.runId}/retry`,
    payload: { worker: 'codex-1', task_id: t.heldTaskId, baton: t.token, try: 1, tries: 3, reason: 'It failed.' },
  }),
  'POST /api/runs/:id/finish': (t) => ({
    url: `/api/runs/${t.runId}/finish`,
    payload: { worker: 'codex-1', task_id: t.heldTaskId, baton: t.token, try: 1, tries: 3, outcome: 'done' },
  }),
  'DELETE /api/projects/:id/prd/versions/:version': inProject('/prd/versions/1'),
};

/** Endpoints that do not write to one project, or that stay allowed while it is read-only. */
const OTHERS = [
  'PATCH /api/admin/dashboard/errors/:id',
  'PATCH /api/admin/users/:id/status',
  'POST /api/admin/invitations',
  'POST /api/admin/invitations/:id/resend',
  'DELETE /api/admin/invitations/:id',
  'PUT /api/admin/instance',
  'POST /api/setup',
  'POST /api/setup/test-mail',
  'POST /api/setup/test-mail/opened',
  'POST /api/admin/users/:id/reset-api-key',
  'DELETE /api/admin/users/:id/two-factor',
  'PUT /api/admin/users/:id/tier',
  'PUT /api/admin/users/:id/limits',
  'DELETE /api/admin/users/:id/limits',
  'PUT /api/admin/system/settings',
  'PUT /api/admin/system/maintenance',
  'POST /api/admin/system/clear-cache',
  'POST /api/admin/system/optimize',
  'POST /api/admin/system/vacuum',
  'POST /api/admin/system/backup',
  'POST /api/admin/system/revoke-sessions',
  'POST /api/admin/system/expire-locks',
  'POST /api/admin/system/rotate-keys',
  'POST /api/ai-engine/reading',
  'POST /api/auth/api-key',
  'POST /api/auth/api-key/regenerate',
  'POST /api/auth/api-key/verify',
  'DELETE /api/me',
  'DELETE /api/me/apps/:id',
  'POST /api/me/keys',
  'POST /api/me/email',
  'DELETE /api/me/email',
  'POST /api/email-change/confirm',
  'POST /api/email-change/stop',
  'POST /api/me/two-factor',
  'POST /api/me/two-factor/confirm',
  'DELETE /api/me/two-factor',
  'POST /api/me/two-factor/backup-codes',
  'POST /api/me/keys/:id/rotate',
  'DELETE /api/me/keys/:id',
  'POST /api/me/passkeys/options',
  'POST /api/me/passkeys',
  'PATCH /api/me/passkeys/:id',
  'DELETE /api/me/passkeys/:id',
  'PATCH /api/me',
  'DELETE /api/me/sessions/:id',
  'POST /api/me/storage/empty',
  'POST /api/me/visit',
  'POST /api/me/seen',
  'POST /api/projects/example',
  // Who takes part is no content of the project.
  'PATCH /api/projects/:id/people/:userId',
  'DELETE /api/projects/:id/people/:userId',
  'POST /api/projects/:id/owner',
  'POST /api/projects/:id/invitations',
  'DELETE /api/projects/:id/invitations/:invitationId',
  'POST /api/invitations/look',
  'POST /api/invitations/accept',
  // Belong to the person, or send what is stored already: allowed in every project that can be seen.
  'PUT /api/projects/:id/notifications',
  // Refused to a person as any other edit is, and to agents always.
  'PUT /api/projects/:id/webhook',
  'DELETE /api/projects/:id/webhook',
  'POST /api/projects/:id/webhook/secret',
  'POST /api/projects/:id/webhook/test',
  'POST /api/projects/:id/webhook/deliveries/:deliveryId/resend',
  'POST /api/projects',
  // Tested field by field below; archiving and unarchiving stay allowed.
  'PUT /api/projects/:id',
  'DELETE /api/projects/:id',
  'POST /api/subscriptions/checkout',
  'POST /api/subscriptions/keep-projects',
  'POST /api/subscriptions/portal',
  'POST /api/subscriptions/refresh',
  // Tested tool by tool below.
  'POST /api/projects/:projectId/tools/:tool',
  // A run that goes on while its project becomes read-only can still be stopped, and ends.
  'POST /api/runs/:id/ask',
  'POST /api/runs/:id/beat',
  'POST /api/runs/:id/end',
  'POST /api/runs/:id/look',
  // Stays allowed so that a held baton can be released.
  'POST /api/tasks/:id/release',
];

type ToolCall = [tool: string, args: (target: Target) => object];

const WRITING_TOOLS: ToolCall[] = [
  ['task_claim', () => ({})],
  ['task_claim', () => ({ id: 'T1' })],
  ['task_claim', () => ({ id: 'T4', takeover: true, reason: 'Mine.' })],
  ['task_finish', (t) => ({ id: 'T4', baton: t.token, outcome: 'done', summary: 'It is done.' })],
  ['task_finish', (t) => ({ id: 'T4', baton: t.token, outcome: 'block', summary: 'It is stuck.' })],
  ['task_finish', (t) => ({ id: 'T4', baton: t.token, outcome: 'skip', summary: 'No need for it.' })],
  ['note', () => ({ type: 'finding', body: 'Seen.' })],
  ['note', () => ({ type: 'finding', body: 'Seen.', task: 'T1' })],
  ['plan_edit', () => ({ ops: [{ op: 'add', title: 'Mine' }] })],
  ['plan_edit', () => ({ ops: [{ op: 'remove', id: 'T1' }], dry_run: true })],
  ['checkpoint', () => ({ action: 'save', name: 'Now' })],
  ['checkpoint', (t) => ({ action: 'restore', id: t.checkpointId })],
  ['create_task', () => ({ title: 'Mine' })],
  ['update_task', () => ({ task_id: 'T1', status: 'done' })],
  ['create_note', () => ({ content: 'Seen.' })],
  ['update_note', (t) => ({ note_id: t.noteId, content: 'Seen again.' })],
];

const READING_TOOLS: ToolCall[] = [
  ['orient', () => ({})],
  ['plan_read', () => ({})],
  ['task_get', () => ({ id: 'T1' })],
  ['checkpoint', () => ({ action: 'list' })],
  ['checkpoint', (t) => ({ action: 'diff', id: t.checkpointId })],
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await setSettings(server, { maxRequestsPerMinute: 100_000 });
});
afterAll(() => server.dispose());

test('every endpoint that is not a look is in one of the two lists, and every tool', () => {
  const doing = ENDPOINTS.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  expect([...Object.keys(WRITES), ...OTHERS].toSorted()).toEqual(doing.toSorted());
  const walked = new Set([...WRITING_TOOLS, ...READING_TOOLS].map(([tool]) => tool));
  expect(TOOL_NAMES.filter((tool) => !walked.has(tool))).toEqual([]);
});

describe.each(Object.entries(STATES))('a project that is %s', (_name, state) => {
  let target: Target;
  let callers: Record<'a person' | 'an agent', Record<string, string>>;

  const prepare = async () => {
    const owner = await addUser(server);
    const { id } = await createProject(owner.ctx, { name: 'Full' });
    target = { projectId: id, ...(await addThings(server, owner, id)) };
    await server.db.update(projects).set(state.set).where(eq(projects.id, id));
    const { apiKey } = await generateApiKey(owner.ctx);
    callers = {
      'a person': { authorization: `Bearer ${await tokenFor(server, owner)}`, 'x-project-id': id },
      'an agent': { 'x-user-api-key': apiKey, 'x-project-id': id },
    };
  };

  const ask = (method: string, url: string, headers: Record<string, string>, payload?: object) =>
    server.http.inject({ method: method as 'POST', url, headers, ...(payload && { payload }) });

  const callMcp = async (name: string, args: object) => {
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const headers = { ...callers['an agent'], accept: 'application/json, text/event-stream' };
    const answer = await ask('POST', `/mcp/${target.projectId}`, headers, payload);
    return answer.json<{ result: { isError?: boolean; content: { text: string }[] } }>().result;
  };

  /** Every row of the project, as text. */
  async function everything(): Promise<unknown> {
    const tables = ['task_lists', 'tasks', 'task_dependencies', 'notes', 'checkpoints', 'prd_versions', 'batons'];
    const rows = tables.map(
      (table) =>
        sql`select ${table} as of, t::text as row from ${sql.identifier(table)} t where project_id = ${target.projectId}`,
    );
    const found = await server.db.execute<{ of: string; row: string }>(
      sql`${sql.join(rows, sql` union all `)} order by 1, 2`,
    );
    return found.rows;
  }

  // Nothing here changes the project, which each case checks: they share one.
  describe('and stays as it is', () => {
    beforeAll(prepare);

    test.each(Object.entries(WRITES))('refuses %s, to a person and to an agent', async (route, write) => {
      const { url, payload } = write(target);
      const before = await everything();
      for (const headers of Object.values(callers)) {
        const answer = await ask(route.split(' ')[0] ?? '', url, headers, payload);
        expect([answer.statusCode, answer.json()]).toMatchObject([state.status, state.body]);
        expect(answer.headers['retry-after'] !== undefined).toBe(state.status === 429);
      }
      expect(await everything()).toEqual(before);
    });

    test.each(WRITING_TOOLS)('refuses the tool %s (%#)', async (tool, args) => {
      const before = await everything();
      const rest = await ask(
        'POST',
        `/api/projects/${target.projectId}/tools/${tool}`,
        callers['an agent'],
        args(target),
      );
      // Tool names of older clients are answered over MCP only.
      if (TOOL_NAMES.some((name) => name === tool))
        expect([rest.statusCode, rest.json()]).toMatchObject([state.status, state.body]);
      const { isError, content } = await callMcp(tool, args(target));
      expect(isError).toBe(true);
      expect(content[0]?.text).toMatch(
        state.status === 409
          ? /This project is archived and can only be read/
          : /This project can only be read: its owner.* allows 1 active project, and 1 are active.*\/subscription/,
      );
      expect(await everything()).toEqual(before);
    });

    test.each(READING_TOOLS)('lets the tool %s look (%#)', async (tool, args) => {
      expect(await callMcp(tool, args(target))).not.toHaveProperty('isError', true);
    });

    test.each([
      { name: 'Renamed' },
      { description: 'Another' },
      { description: '' },
      { baton_slots: 2 },
      { lease_minutes: 60 },
      { done_means: 'checks' },
      { verify_command: 'make' },
      { verify_timeout_minutes: 5 },
      { verify_tries: 1 },
      { repository_url: 'https://example.com/x' },
      { name: 'Renamed', status: 'archived' },
    ])('keeps its fields: %j is refused, to a person and to an agent', async (payload) => {
      const url = `/api/projects/${target.projectId}`;
      const row = () => server.db.select().from(projects).where(eq(projects.id, target.projectId));
      const kept = await row();
      for (const headers of Object.values(callers)) {
        if ('status' in payload && headers === callers['an agent']) continue;
        const answer = await ask('PUT', url, headers, payload);
        expect([answer.statusCode, answer.json()]).toMatchObject([state.status, state.body]);
      }
      expect(await row()).toEqual(kept);
    });
  });

  describe('and is changed all the same', () => {
    beforeEach(prepare);

    test('can be read, exported and deleted', async () => {
      const { projectId, checkpointId } = target;
      const looks = [
        '',
        '/plan',
        '/plan/tree',
        '/tasks',
        '/task-lists',
        '/notes',
        '/activity',
        '/prd',
        '/coverage',
        '/checkpoints',
      ];
      for (const rest of [...looks, '/search?q=One', '/export', '/export?format=markdown'])
        for (const headers of Object.values(callers))
          expect([rest, (await ask('GET', `/api/projects/${projectId}${rest}`, headers)).statusCode]).toEqual([
            rest,
            200,
          ]);
      expect((await ask('GET', `/api/checkpoints/${checkpointId}/diff`, callers['a person'])).statusCode).toBe(200);
      expect((await ask('DELETE', `/api/projects/${projectId}`, callers['a person'])).statusCode).toBe(200);
    });

    test('can be put into the archive and taken out of it', async () => {
      for (const status of ['archived', 'active']) {
        const moved = await ask('PUT', `/api/projects/${target.projectId}`, callers['a person'], { status });
        expect([moved.statusCode, moved.json()]).toMatchObject([200, { data: { status, read_only: false } }]);
      }
    });

    test('takes a baton back: from its holder with a last word, and from a person’s hand', async () => {
      const release = { baton: target.token, outcome: 'release', summary: 'Half of it is written.' };
      const finished = await ask('POST', `/api/tasks/${target.heldTaskId}/finish`, callers['an agent'], release);
      expect(finished.json<{ data: unknown }>().data).toMatchObject({ task: { status: 'open', agent_lock: null } });
      const again = await ask('POST', `/api/tasks/${target.heldTaskId}/finish`, callers['an agent'], release);
      expect([again.statusCode, again.json()]).toMatchObject([409, { errorType: 'STALE_LOCK' }]);
      const notes = await ask('GET', `/api/projects/${target.projectId}/notes`, callers['a person']);
      expect(notes.body).toContain('Put back: Half of it is written.');
    });

    test('takes a baton back that a person takes away, and leaves none to be claimed', async () => {
      const taken = await ask('POST', `/api/tasks/${target.heldTaskId}/release`, callers['a person'], {
        reason: 'The project is closed.',
      });
      expect(taken.json<{ data: unknown }>().data).toMatchObject({ status: 'open' });
      expect(await server.db.select().from(batons).where(eq(batons.projectId, target.projectId))).toEqual([]);
      expect((await callMcp('task_claim', {})).content[0]?.text).toMatch(/can only be read/);
    });

    test('lets whoever hands back and wants the next one know that there is none', async () => {
      const args = { id: 'T4', baton: target.token, outcome: 'release', summary: 'It was stopped.', claim_next: true };
      const { isError, content } = await callMcp('task_finish', args);
      expect(isError).not.toBe(true);
      expect(content[0]?.text).toMatch(/^T4 is open again\.\nNothing was claimed: This project .*can only be read/);
    });

    test('does not renew the lease of what is held in it, and still answers its holder', async () => {
      const set = (fields: Partial<typeof projects.$inferInsert>) =>
        server.db.update(projects).set(fields).where(eq(projects.id, target.projectId));
      await set({ status: 'active', readOnlyAt: null, batonSlots: 2 });
      await callMcp('task_claim', { id: 'T1' });
      const nearlyOver = new Date(server.now().getTime() + 10_000);
      const lookAgain = async () => {
        await server.db.update(batons).set({ expiresAt: nearlyOver }).where(eq(batons.taskId, target.taskId));
        expect(await callMcp('orient', {})).not.toHaveProperty('isError', true);
        const [row] = await server.db.select().from(batons).where(eq(batons.taskId, target.taskId));
        return row?.expiresAt;
      };
      expect(await lookAgain()).not.toEqual(nearlyOver);
      await set(state.set);
      expect(await lookAgain()).toEqual(nearlyOver);
    });
  });
});
