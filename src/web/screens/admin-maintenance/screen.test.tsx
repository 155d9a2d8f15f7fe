import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#contract/admin-logs.ts';
import type { Id } from '#contract/fields.ts';
import { DEFAULT_LIMITS, DEFAULT_SETTINGS } from '#contract/settings-rules.ts';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { Component } from './screen.tsx';

beforeAll(fakeTopLayer);

const REVOKE = 'POST /api/admin/system/revoke-sessions';
const MODE = 'PUT /api/admin/system/maintenance';
const BACKUP = 'POST /api/admin/system/backup';
const audited = (id: string, action: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: id as Id,
  timestamp: '2026-03-03T10:00:00.000Z',
  actor: { kind: 'user', id: 'u1' as Id, name: '' },
  actorEmail: 'ops@baton.example',
  action,
  subject: 'mara@baton.example',
  outcome: 'done',
  durationMs: null,
  detail: null,
  ...more,
});

let answers: Record<string, (asked: Asked) => Response | Promise<Response>>;
beforeEach(() => {
  let mode = { on: false, message: DEFAULT_SETTINGS.maintenanceMessage };
  answers = {
    'GET /api/admin/system/settings': () =>
      Response.json({
        success: true,
        settings: { ...DEFAULT_SETTINGS, maintenanceMode: mode.on, maintenanceMessage: mode.message },
        tierLimits: DEFAULT_LIMITS,
        lastModified: null,
        modifiedBy: null,
        models: [],
      }),
    [MODE]: ({ body }) => {
      mode = { ...mode, ...(body as typeof mode) };
      return success(mode);
    },
    'POST /api/admin/system/clear-cache': () => success({ ms: 12, summary: '143 entries were dropped.', entries: 143 }),
    'POST /api/admin/system/vacuum': () => failure(409, 'The database is being vacuumed already.'),
    [REVOKE]: () => success({ ms: 2_400, summary: '17 sessions were ended.' }),
  };
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open(address = '/admin/maintenance') {
  const server = fakeFetch((asked) => {
    if (asked.path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    return answers[`${asked.method} ${asked.path.split('?')[0] ?? ''}`]?.(asked);
  });
  const router = createMemoryRouter(
    [
      { path: '/admin/maintenance', Component },
      { path: '/admin/users', element: 'the users' },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const bodies = (route: string) =>
    server.asked.filter(({ method, path }) => `${method} ${path}` === route).map(({ body }) => body);
  return { server, bodies, router, at: () => router.state.location.search };
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name });

describe('actions', () => {
  test('tell how long they took and what came of them, also when they fail', async () => {
    open();
    fireEvent.click(button('Clear Cache'));
    expect(await screen.findByText(/143 entries were dropped\./)).toBeTruthy();
    expect(screen.getByText('Took 12 ms.')).toBeTruthy();
    fireEvent.click(button('Vacuum'));
    expect((await screen.findByText('The database is being vacuumed already.')).getAttribute('role')).toBe('alert');
  });

  test('that hit everybody wait for their word', async () => {
    const { bodies } = open();
    fireEvent.click(button('Revoke all sessions'));
    const word = within(screen.getByRole('dialog')).getByRole('textbox');
    expect(document.activeElement).toBe(word);
    fireEvent.change(word, { target: { value: 'revoke' } });
    expect(inDialog('Revoke all sessions').disabled).toBe(true);
    fireEvent.change(word, { target: { value: 'REVOKE' } });
    fireEvent.click(inDialog('Revoke all sessions'));
    expect(await screen.findByText(/17 sessions were ended\./)).toBeTruthy();
    expect(screen.getByText('Took 2.4 s.')).toBeTruthy();
    expect(bodies(REVOKE)).toEqual([{ confirm: 'REVOKE' }]);
  });
});

describe('the mode', () => {
  test('is asked about, sent with its message, and warned of while it is on', async () => {
    const { bodies } = open();
    fireEvent.change(await screen.findByLabelText('Message'), { target: { value: 'Back at noon ' } });
    fireEvent.click(screen.getByRole('switch', { name: 'Maintenance mode' }));
    expect(bodies(MODE)).toEqual([]);
    fireEvent.click(inDialog('Turn On'));
    expect(await screen.findByText(/^Maintenance mode is on/)).toBeTruthy();
    expect(bodies(MODE)).toEqual([{ on: true, message: 'Back at noon' }]);
    expect(screen.getByRole('switch', { name: 'Maintenance mode' }).getAttribute('aria-checked')).toBe('true');
  });

  test('may be off while its message is saved, and a message on the way is not lost unasked', async () => {
    const { bodies, router } = open();
    fireEvent.change(await screen.findByLabelText('Message'), { target: { value: 'Back at noon' } });
    fireEvent.click(screen.getByRole('tab', { name: 'Audit log' }));
    fireEvent.click(screen.getByRole('tab', { name: 'Maintenance' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Back at noon');
    await act(() => router.navigate('/admin/users'));
    fireEvent.click(inDialog('Stay'));
    fireEvent.click(button('Save Message'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Message' })).toBeNull());
    expect(bodies(MODE)).toEqual([{ on: false, message: 'Back at noon' }]);
    await act(() => router.navigate('/admin/users'));
    expect(await screen.findByText('the users')).toBeTruthy();
  });

  test('cannot be turned on without a message, and says why a change failed', async () => {
    answers[MODE] = () => failure(500, 'The disk is full.');
    open();
    fireEvent.change(await screen.findByLabelText('Message'), { target: { value: '  ' } });
    expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Maintenance mode' }).disabled).toBe(true);
    expect(screen.getByText('The message must not be empty')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Soon' } });
    fireEvent.click(screen.getByRole('switch', { name: 'Maintenance mode' }));
    fireEvent.click(inDialog('Turn On'));
    expect(await screen.findByText('The disk is full.')).toBeTruthy();
  });
});

describe('a backup', () => {
  const chunk = new Uint8Array(1_536);
  const saved: string[] = [];
  beforeEach(() => {
    saved.length = 0;
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
  });
  /** A response body that the test writes chunk by chunk. */
  function stream() {
    let control: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (control = given) });
    const headers = { 'content-disposition': 'attachment; filename="baton-backup-2026-03-03-1000.jsonl.gz"' };
    answers[BACKUP] = () => new Response(body, { headers });
    return {
      more: () => control?.enqueue(chunk),
      end: () => control?.close(),
      breakOff: () => control?.error(new TypeError('network error')),
    };
  }

  test('shows its bytes while they come and is saved as the server names it', async () => {
    const archive = stream();
    open();
    fireEvent.click(button('Download Backup'));
    archive.more();
    expect(await screen.findByText('Running... 1.5 KB')).toBeTruthy();
    archive.more();
    expect(await screen.findByText('Running... 3.0 KB')).toBeTruthy();
    expect(saved).toEqual([]);
    archive.end();
    expect(await screen.findByText(/Saved 3\.0 KB to your downloads\./)).toBeTruthy();
    expect(saved).toEqual(['baton-backup-2026-03-03-1000.jsonl.gz']);
  });

  test('that breaks off is not taken for a whole one', async () => {
    const archive = stream();
    open();
    fireEvent.click(button('Download Backup'));
    archive.more();
    await screen.findByText('Running... 1.5 KB');
    archive.breakOff();
    expect(await screen.findByText('The backup stopped before it was complete; nothing was saved.')).toBeTruthy();
    expect(saved).toEqual([]);
  });
});

describe('the audit log', () => {
  test('has its own address, speaks in words, and goes further back on demand', async () => {
    answers['GET /api/admin/audit'] = ({ path }) =>
      path.includes('cursor=c1')
        ? success({ entries: [audited('a3', 'admin.granted')], nextCursor: null })
        : success({
            entries: [
              audited('a1', 'user.suspended'),
              audited('a2', 'moon.landed', { outcome: 'failed', durationMs: 2_400, subject: null }),
            ],
            nextCursor: 'c1',
          });
    const { at } = open();
    fireEvent.click(screen.getByRole('tab', { name: 'Audit log' }));
    expect(await screen.findByText('Account suspended')).toBeTruthy();
    expect(at()).toBe('?tab=audit');
    const rows = screen.getAllByRole('row').slice(1);
    const cells = rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.firstChild?.textContent));
    expect(cells.map(([, ...more]) => more)).toEqual([
      ['ops@baton.example', 'Account suspended', 'mara@baton.example', 'Done', '–'],
      ['ops@baton.example', 'moon.landed', '–', 'Failed', '2.4 s'],
    ]);
    const [first, second] = rows.map((row) => row.querySelector('[data-part=on-phone]')?.textContent);
    expect(first).toMatch(/^mara@baton\.exampleMar 3, 2026, .*M by ops@baton\.example$/);
    expect(second).toMatch(/^Mar 3, 2026/);
    expect(rows[0]?.querySelector('td')?.title).toMatch(/:00:00\s[AP]M$/);
    fireEvent.click(button('Show older'));
    expect(await screen.findByText('Made an administrator')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull());
  });

  test('says when it cannot be read', async () => {
    answers['GET /api/admin/audit'] = () => failure(500, 'x');
    open('/admin/maintenance?tab=audit');
    expect(await screen.findByText('Failed to fetch the audit log: 500')).toBeTruthy();
  });
});
