import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { VersionsDialog } from './versions-dialog.tsx';

beforeAll(fakeTopLayer);
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
});

const summary = (version: number) => ({
  version,
  filename: 'prd.md',
  characters: 3,
  created_at: '2026-05-01T10:00:00Z',
});

test('lists versions beyond the first page, and calls only the very first one so', async () => {
  const versions = Array.from({ length: 101 }, (_, place) => summary(101 - place));
  const server = fakeFetch(({ path }) => {
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    const url = new URL(path, 'http://x');
    const one = /versions\/(\d+)$/.exec(url.pathname)?.[1];
    if (one !== undefined) return success({ ...summary(Number(one)), content: `# ${one}` });
    const before = Number(url.searchParams.get('cursor') ?? 102);
    const items = versions.filter(({ version }) => version < before).slice(0, 100);
    const last = items.at(-1)?.version ?? 1;
    return success({ items, nextCursor: last > 1 ? last : null });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <VersionsDialog projectId="p1" onUse={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Version 2 ?prd/ }));
  expect(await screen.findByText('What version 2 changed in version 1')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Version 1 ?prd/ }));
  expect(await screen.findByText('The first version.')).toBeTruthy();
  expect(server.asked.filter(({ path }) => path.includes('/versions?'))).toHaveLength(2);
});

describe('a deletion', () => {
  const open = (remove: () => Response) => {
    const kept = new Set([1, 2, 3]);
    const server = fakeFetch(({ method, path }) => {
      if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
      const one = Number(/versions\/(\d+)$/.exec(path)?.[1] ?? 0);
      if (method === 'DELETE') {
        const answer = remove();
        if (answer.ok) kept.delete(one);
        return answer;
      }
      if (one > 0) return success({ ...summary(one), content: `# ${one}` });
      return success({ items: [...kept].toReversed().map(summary), nextCursor: null });
    });
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <VersionsDialog projectId="p1" onUse={() => undefined} onClose={() => undefined} />
      </QueryClientProvider>,
    );
    return server;
  };
  const choose = async (version: number) =>
    fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^Version ${version} ?prd`) }));

  test('is not offered for the newest version', async () => {
    open(() => success(null));
    await choose(2);
    expect(screen.getByRole('button', { name: 'Delete…' })).toBeTruthy();
    await choose(3);
    expect(screen.queryByRole('button', { name: 'Delete…' })).toBeNull();
  });

  test('asks first, then shows the others; the oldest that is left is not called the first', async () => {
    const server = open(() => success(null));
    await choose(1);
    fireEvent.click(screen.getByRole('button', { name: 'Delete…' }));
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(screen.getByText(/cannot be undone/)).toBeTruthy();
    expect(server.asked.filter(({ method }) => method === 'DELETE')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(listToasts()[0]?.title).toBe('Version deleted'));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Version 1 ?prd/ })).toBeNull());
    await choose(2);
    expect(await screen.findByText('The oldest version that is kept.')).toBeTruthy();
  });

  test('that is refused says why, and can be left', async () => {
    open(() => failure(409, 'The newest version stays.'));
    await choose(1);
    fireEvent.click(screen.getByRole('button', { name: 'Delete…' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The newest version stays.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: /^Version 1 ?prd/ })).toBeTruthy();
  });
});
