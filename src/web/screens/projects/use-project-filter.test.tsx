import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { ProjectSummary } from '#contract/project.ts';
import { filterProjects, useProjectFilter } from './use-project-filter.ts';

const project = (name: string, status: string, description: string | null = null) =>
  ({ id: `id-${name}`, name, status, description }) as ProjectSummary;
const all = [project('Harbor API', 'active', 'Rate limits'), project('Docs', 'active'), project('Ledger', 'archived')];
const names = (q: string, status: 'all' | 'active' | 'archived') =>
  filterProjects(all, q, status).map(({ name }) => name);

test('projects are found by every word of name, description and id, and by status', () => {
  expect(names('', 'all')).toEqual(['Harbor API', 'Docs', 'Ledger']);
  expect(names('api RATE', 'all')).toEqual(['Harbor API']);
  expect(names('id-docs', 'all')).toEqual(['Docs']);
  expect(names('', 'archived')).toEqual(['Ledger']);
  expect(names('ledger', 'active')).toEqual([]);
});

describe('the filter', () => {
  const open = (address: string) =>
    renderHook(() => ({ filter: useProjectFilter(), search: useLocation().search }), {
      wrapper: ({ children }: { children: ReactNode }) => (
        <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
      ),
    });

  test('is read from the address', () => {
    const { result } = open('/projects?q=harb&status=archived&new=1');
    expect(result.current.filter).toMatchObject({ q: 'harb', status: 'archived', creating: true });
    expect(open('/projects?status=nonsense').result.current.filter.status).toBe('all');
  });

  test('is written to the address, and leaves nothing there when it is off', () => {
    const { result } = open('/projects');
    act(() => result.current.filter.setQ('a b'));
    act(() => result.current.filter.setStatus('active'));
    expect(result.current.search).toBe('?q=a+b&status=active');
    act(() => result.current.filter.clear());
    expect(result.current.search).toBe('');
    expect(result.current.filter.q).toBe('');
  });
});
