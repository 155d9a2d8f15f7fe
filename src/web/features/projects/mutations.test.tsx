import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReactNode } from 'react';
import type { ProjectSummary } from '#contract/project.ts';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { useCreateProject, useDeleteProject, useUpdateProject } from './mutations.ts';

const project = (id: string, more: object = {}) =>
  ({
    id,
    name: id,
    description: null,
    status: 'active',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...more,
  }) as ProjectSummary;

let cache: QueryClient;
let answer: (body: unknown) => Response | Promise<Response>;
let server: ReturnType<typeof fakeFetch>;
const names = () => cache.getQueryData<ProjectSummary[]>(queryKeys.projects)?.map(({ name }) => name);
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={cache}>{children}</QueryClientProvider>
);

beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  cache.setQueryData(queryKeys.projects, [project('one'), project('two')]);
  server = fakeFetch(({ path, body }) =>
    path === '/api/auth/token' ? Response.json({ token: tokenFor('u1') }) : answer(body),
  );
});

describe('an edit', () => {
  test('shows at once and takes the server’s row when it comes', async () => {
    const late = Promise.withResolvers<Response>();
    answer = () => late.promise;
    const { result } = renderHook(useUpdateProject, { wrapper });
    act(() => result.current.mutate({ project: project('one'), edit: { name: 'Renamed', description: 'About' } }));
    await waitFor(() => expect(names()).toEqual(['Renamed', 'two']));
    late.resolve(success(project('one', { name: 'Renamed by server' })));
    await waitFor(() => expect(names()).toEqual(['Renamed by server', 'two']));
    expect(server.to('/api/projects/one')[0]?.body).toEqual({ name: 'Renamed', description: 'About' });
  });

  test('is rolled back when it fails', async () => {
    const late = Promise.withResolvers<Response>();
    answer = () => late.promise;
    const { result } = renderHook(useUpdateProject, { wrapper });
    act(() => result.current.mutate({ project: project('one'), edit: { name: 'Renamed' } }));
    await waitFor(() => expect(names()).toEqual(['Renamed', 'two']));
    late.resolve(failure(500, 'Broken'));
    await waitFor(() => expect(names()).toEqual(['one', 'two']));
  });

  test('that fails does not undo a newer row that came in meanwhile', async () => {
    const late = Promise.withResolvers<Response>();
    answer = () => late.promise;
    const { result } = renderHook(useUpdateProject, { wrapper });
    act(() => result.current.mutate({ project: project('one'), edit: { name: 'Renamed' } }));
    await waitFor(() => expect(names()).toEqual(['Renamed', 'two']));
    cache.setQueryData(queryKeys.projects, [
      project('one', { name: 'From elsewhere', updated_at: '2026-02-01T00:00:00.000Z' }),
    ]);
    late.resolve(failure(500, 'Broken'));
    await waitFor(() => expect(result.current.isError).toBe(true));
    expect(names()).toEqual(['From elsewhere']);
  });
});

test('changes are sent one after the other, in the order they were made', async () => {
  const late = Promise.withResolvers<Response>();
  answer = () => late.promise;
  const { result } = renderHook(() => ({ create: useCreateProject(), update: useUpdateProject() }), { wrapper });
  act(() => result.current.update.mutate({ project: project('one'), edit: { status: 'archived' } }));
  await waitFor(() => expect(server.to('/api/projects/one')).toHaveLength(1));
  act(() => result.current.create.mutate({ name: 'three', description: '' }));
  act(() => result.current.update.mutate({ project: project('two'), edit: { name: 'Renamed' } }));
  await waitFor(() => expect(names()).toEqual(['one', 'Renamed']));
  expect(server.to('/api/projects'), 'the room is not made yet').toEqual([]);
  expect(server.to('/api/projects/two')).toEqual([]);
  answer = () => success(project('three'), 201);
  late.resolve(success(project('one', { status: 'archived' })));
  await waitFor(() => expect(server.to('/api/projects/two')).toHaveLength(1));
  expect(server.to('/api/projects').filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a new project goes on top, and an empty description is not sent', async () => {
  answer = () => success(project('three'), 201);
  const { result } = renderHook(useCreateProject, { wrapper });
  await act(() => result.current.mutateAsync({ name: 'three', description: '' }));
  expect(names()).toEqual(['three', 'one', 'two']);
  expect(server.to('/api/projects')[0]?.body).toEqual({ name: 'three' });
});

test('a deleted project leaves the list only when the server has deleted it', async () => {
  answer = () => failure(500, 'Broken');
  const { result } = renderHook(useDeleteProject, { wrapper });
  await act(() => result.current.mutateAsync(project('one')).catch(() => undefined));
  expect(names()).toEqual(['one', 'two']);
  answer = () => success(null);
  await act(() => result.current.mutateAsync(project('one')));
  expect(names()).toEqual(['two']);
});
