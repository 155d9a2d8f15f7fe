import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#web/ui/fake-top-layer.ts';
import { VersionsDialog } from './versions-dialog.tsx';

beforeAll(fakeTopLayer);
afterEach(cleanup);

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
