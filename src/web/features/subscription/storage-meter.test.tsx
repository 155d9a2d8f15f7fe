import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CurrentSubscription, StorageUse } from '#contract/subscription.ts';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { StorageMeter } from './storage-meter.tsx';
import { formatStorage } from '#web/lib/format-storage.ts';
import { describeStorage, formatAllowed } from './storage-words.ts';

beforeAll(fakeTopLayer);
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
});

const NOTHING: StorageUse = { plan: 0, notes: 0, prds: 0, checkpoints: 0, deleted: 0 };

let answers: Record<string, (asked: Asked) => Response>;
let server: ReturnType<typeof fakeFetch>;
beforeEach(() => {
  answers = { 'GET /api/auth/token': () => Response.json({ token: tokenFor('u1') }) };
  server = fakeFetch((asked) => answers[`${asked.method} ${asked.path}`]?.(asked));
});

/** Only the fields that the meter reads. */
function open(kept: Partial<StorageUse>, allowedMb: number | null = 50) {
  const storage = { ...NOTHING, ...kept };
  const used = Object.values(storage).reduce((sum, size) => sum + size, 0);
  const subscription = {
    limits: { storage_mb: allowedMb },
    usage: { storage_bytes_used: used },
    storage,
  } as CurrentSubscription;
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <StorageMeter subscription={subscription} />
    </QueryClientProvider>,
  );
}

const emptyButton = () => screen.queryByRole('button', { name: 'Remove deleted items…' });

test('sizes are told in steps of a thousand, and a limit as it was set', () => {
  expect([0, 1, 49_999, 50_000, 960_000, 9_940_000, 12_400_000, 1_234_000_000].map(formatStorage)).toEqual([
    '0 B',
    '1 B',
    '50 KB',
    '50 KB',
    '960 KB',
    '9.9 MB',
    '12 MB',
    '1.2 GB',
  ]);
  expect([1_000_000, 50_000_000, 1_000_000_000].map(formatAllowed)).toEqual(['1 MB', '50 MB', '1,000 MB']);
});

test('what is kept is named from the largest down, without what takes nothing', () => {
  expect(describeStorage(NOTHING)).toBe('Nothing is stored yet.');
  expect(describeStorage({ ...NOTHING, plan: 10, prds: 2_000_000, checkpoints: 30_000_000 })).toBe(
    'Checkpoints 30 MB, PRDs 2.0 MB, plans 10 B.',
  );
});

test('an account with room has a meter, and nothing to empty', () => {
  open({ notes: 5_000_000 });
  const meter = screen.getByRole('meter', { name: 'Storage' });
  expect(meter.getAttribute('aria-valuetext')).toBe('5.0 MB of 50 MB');
  expect(meter.dataset['state']).toBeUndefined();
  expect(emptyButton()).toBeNull();
  expect(screen.queryByText(/Storage is full/)).toBeNull();
});

test('a full account is told what helps: to empty what was deleted, else to delete', () => {
  open({ notes: 49_000_000, deleted: 1_000_000 });
  expect(screen.getByRole('meter', { name: 'Storage' }).dataset['state']).toBe('full');
  expect(screen.getByText('Storage is full. Remove deleted items to make room.')).toBeDefined();
  cleanup();
  open({ checkpoints: 51_000_000 });
  expect(screen.getByRole('meter', { name: 'Storage' }).dataset['state']).toBe('over');
  expect(screen.getByText(/Delete checkpoints, old PRD versions or projects/)).toBeDefined();
});

test('an account without a limit sees what it keeps, and no meter', () => {
  const { container } = open({ plan: 3_000_000 }, null);
  expect(container.textContent).toContain('3.0 MB kept');
  expect(screen.queryByRole('meter')).toBeNull();
});

test('emptying asks first, with the safe button focused, and says what is free again', async () => {
  answers['POST /api/me/storage/empty'] = () =>
    success({ notes: 1, tasks: 0, task_lists: 0, projects: 0, freed_bytes: 2_000_000 });
  open({ deleted: 2_000_000 });
  fireEvent.click(emptyButton() as HTMLElement);
  expect(screen.getByText(/frees 2\.0 MB\..*This cannot be undone\./)).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Cancel');
  expect(server.asked).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(listToasts()[0]).toMatchObject({ title: 'Deleted Items Removed', description: '2.0 MB freed.' }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('emptying that fails says why, and the question stays', async () => {
  answers['POST /api/me/storage/empty'] = () => failure(503, 'The database is away.');
  open({ deleted: 2_000_000 });
  fireEvent.click(emptyButton() as HTMLElement);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The database is away.')).toBeDefined();
  expect(listToasts()).toEqual([]);
});
