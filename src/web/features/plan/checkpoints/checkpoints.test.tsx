import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts, runToastAction } from '#web/ui/toast.ts';
import { describeRestore } from './checkpoint-words.ts';
import { CheckpointsDialog } from './checkpoints-dialog.tsx';

beforeAll(fakeTopLayer);
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
});

const checkpoint = (id: string, more: object = {}) => ({
  id,
  project_id: 'p1',
  name: `Name of ${id}`,
  reason: 'manual',
  task_count: 48,
  done_count: 31,
  author: { kind: 'user', id: null, name: 'Mara' },
  created_at: '2026-03-01T10:00:00.000Z',
  ...more,
});
const diff = {
  checkpoint: checkpoint('c1'),
  added: 1,
  removed: 0,
  changed: 2,
  changes: [
    { kind: 'added', what: 'task', id: 't1', label: 'T9 New', details: [] },
    { kind: 'changed', what: 'task_list', id: 'l1', label: 'Rate limiter', details: ['name: A → B'] },
  ],
  left_out: 1,
};

let answers: Record<string, (asked: Asked) => Response>;
let server: ReturnType<typeof fakeFetch>;
beforeEach(() => {
  answers = {
    'GET /api/auth/token': () => Response.json({ token: tokenFor('u1') }),
    'GET /api/projects/p1/checkpoints': () =>
      success({ items: [checkpoint('c1'), checkpoint('c2', { reason: 'before_import' })], nextCursor: null }),
    'GET /api/checkpoints/c1/diff': () => success(diff),
  };
  server = fakeFetch((asked) => answers[`${asked.method} ${asked.path}`]?.(asked));
});

function open() {
  const onClose = vi.fn<() => void>();
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={cache}>
      <CheckpointsDialog projectId="p1" onClose={onClose} />
    </QueryClientProvider>,
  );
  return onClose;
}

describe('the timeline', () => {
  it('shows why and by whom each was saved, and how far the plan was', async () => {
    open();
    const row = await screen.findByRole('button', { name: /Name of c2/ });
    expect(row.textContent).toContain('Mara');
    expect(row.textContent).toContain('Before an import');
    expect(row.textContent).toContain('31 of 48 done');
  });

  it('says what went wrong and tries again', async () => {
    answers['GET /api/projects/p1/checkpoints'] = () => failure(500, 'The database is away.');
    open();
    await screen.findByText('The database is away.');
    answers['GET /api/projects/p1/checkpoints'] = () => success({ items: [], nextCursor: null });
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No checkpoints yet')).toBeDefined();
  });

  it('keeps the name when saving fails, and empties the field when it worked', async () => {
    answers['POST /api/projects/p1/checkpoints'] = () => failure(503, 'The disk is full.');
    open();
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of a new checkpoint' });
    fireEvent.change(name, { target: { value: ' Before lunch ' } });
    fireEvent.submit(name);
    await screen.findByText('The disk is full.');
    expect(name.value).toBe(' Before lunch ');
    answers['POST /api/projects/p1/checkpoints'] = ({ body }) => success(checkpoint('c3', body as object), 201);
    fireEvent.submit(name);
    await waitFor(() => expect(name.value).toBe(''));
    expect(server.to('/api/projects/p1/checkpoints').findLast(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Before lunch',
    });
  });
});

describe('a deletion', () => {
  const goToQuestion = async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: /Name of c1/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete…' }));
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(screen.getByText(/cannot be undone/)).toBeDefined();
  };

  it('asks first, and shows the others after it', async () => {
    await goToQuestion();
    answers['DELETE /api/checkpoints/c1'] = () => success(null);
    answers['GET /api/projects/p1/checkpoints'] = () => success({ items: [checkpoint('c2')], nextCursor: null });
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(listToasts()[0]?.title).toBe('Checkpoint deleted'));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Name of c1/ })).toBeNull());
    expect(await screen.findByRole('button', { name: /Name of c2/ })).toBeDefined();
  });

  it('that fails says why, and the question stays', async () => {
    await goToQuestion();
    answers['DELETE /api/checkpoints/c1'] = () => failure(500, 'Not now.');
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Not now.')).toBeDefined();
  });
});

describe('a restore', () => {
  const goToConfirm = async () => {
    const onClose = open();
    fireEvent.click(await screen.findByRole('button', { name: /Name of c1/ }));
    await screen.findByText('And 1 more changes.');
    expect(screen.getByText('name: A → B')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Restore…' }));
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(screen.getByText(/removes 1 added since and changes 2 back/)).toBeDefined();
    return onClose;
  };

  it('asks with what will change, then offers the way back', async () => {
    const onClose = await goToConfirm();
    answers['POST /api/checkpoints/c1/restore'] = () =>
      success({ checkpoint: checkpoint('c1'), undo: checkpoint('c9'), tasks: 48 });
    answers['POST /api/checkpoints/c9/restore'] = () =>
      success({ checkpoint: checkpoint('c9'), undo: checkpoint('c10'), tasks: 50 });
    fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const shown = listToasts()[0];
    expect(shown).toMatchObject({ title: 'Plan restored', action: { label: 'Undo' } });
    act(() => runToastAction(shown?.id ?? 0));
    await waitFor(() => expect(listToasts()[0]?.title).toBe('Restore undone'));
    expect(server.to('/api/checkpoints/c9/restore')).toHaveLength(1);
  });

  it('that fails says why and leaves the dialog open', async () => {
    const onClose = await goToConfirm();
    answers['POST /api/checkpoints/c1/restore'] = () => failure(500, 'Not now.');
    fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(listToasts()[0]).toMatchObject({ variant: 'destructive', description: 'Not now.' }));
    expect(onClose).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Restore' }).getAttribute('aria-busy')).toBeNull());
  });

  it('that fails as the whole app shows already says nothing more, nor does its undo', async () => {
    await goToConfirm();
    const down = () => failure(503, 'Back at noon.', { errorType: 'MAINTENANCE' });
    answers['POST /api/checkpoints/c1/restore'] = down;
    answers['POST /api/checkpoints/c9/restore'] = down;
    const confirm = () => screen.getByRole('button', { name: 'Restore' });
    fireEvent.click(confirm());
    await waitFor(() => expect(server.to('/api/checkpoints/c1/restore')).toHaveLength(1));
    await waitFor(() => expect(confirm().getAttribute('aria-busy')).toBeNull());
    expect(listToasts()).toEqual([]);
    answers['POST /api/checkpoints/c1/restore'] = () =>
      success({ checkpoint: checkpoint('c1'), undo: checkpoint('c9'), tasks: 48 });
    fireEvent.click(confirm());
    await waitFor(() => expect(listToasts()[0]?.title).toBe('Plan restored'));
    await act(async () => runToastAction(listToasts()[0]?.id ?? 0));
    await waitFor(() => expect(server.to('/api/checkpoints/c9/restore')).toHaveLength(1));
    expect(listToasts().filter(({ variant }) => variant === 'destructive')).toEqual([]);
  });

  it('has nothing to do when nothing has changed', () => {
    expect(describeRestore({ added: 0, removed: 0, changed: 0 })).toContain('nothing would change');
    expect(describeRestore({ added: 2, removed: 1, changed: 3 })).toBe(
      'Restoring removes 2 added since, brings back 1, and changes 3 back.',
    );
  });
});
