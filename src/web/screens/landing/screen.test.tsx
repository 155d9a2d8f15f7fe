// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Component } from './screen.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  open({ kind: null });
});
afterEach(cleanup);

function open(instance: object | undefined) {
  const cache = new QueryClient();
  if (instance === undefined) vi.stubGlobal('fetch', () => new Promise(() => {}));
  else cache.setQueryData(['instance'], instance);
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <Component />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const targets = (name: string, part = screen.getByRole('main')) =>
  within(part)
    .getAllByRole('link', { name })
    .map((link) => link.getAttribute('href'));

describe('the landing page', () => {
  it('has a theme toggle, Sign In and Start Free in its header', () => {
    const header = screen.getByRole('banner');
    expect(within(header).getByRole('button', { name: /^Theme:/ })).toBeDefined();
    expect(targets('Sign In', header)).toEqual(['/login']);
    expect(targets('Start Free', header)).toEqual(['/signup']);
  });

  it('leads from the hero and the final call to sign-up and pricing', () => {
    expect(targets('Start Free')).toEqual(['/signup', '/signup']);
    expect(targets('View Pricing')).toEqual(['/pricing', '/pricing']);
    expect(screen.getByText('Setup in 2 minutes')).toBeDefined();
  });

  it('leads whoever is signed in to the projects', () => {
    cleanup();
    localStorage.setItem('baton-signed-in', '1');
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    open({ kind: 'team' });
    expect(targets('Go to Projects')).toEqual(['/projects', '/projects']);
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
  });

  it('speaks of no plan and lets no stranger begin where a team is at home', () => {
    cleanup();
    open({ kind: 'team' });
    expect(targets('Sign In')).toEqual(['/login', '/login']);
    expect(targets('I Was Invited')).toEqual(['/signup', '/signup']);
    expect(screen.queryAllByRole('link', { name: /Free|Pricing/ })).toEqual([]);
    expect(screen.queryByText('Is there a free plan?')).toBeNull();
  });

  it('shows neither before it is known', () => {
    cleanup();
    open(undefined);
    expect(screen.queryAllByRole('link', { name: /Free|Pricing|Invited/ })).toEqual([]);
    expect(screen.queryByText('Is there a free plan?')).toBeNull();
  });

  it('says truthfully what a second agent is told', () => {
    expect(
      screen.getByText(/A second agent that asks is told who holds it and since when, and nothing changes/),
    ).toBeDefined();
  });

  it('has one heading of the first rank and every part of the page below it', () => {
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Built for the work between sessions',
      'Built-in todos, and Baton',
      'How it works',
      'Questions',
      'Hand it over.',
    ]);
  });

  it('shows the task screen as a picture, one per theme, that waits until it comes near', () => {
    const pictures = screen.getAllByAltText(/^The task screen/);
    expect(pictures.map((picture) => picture.closest('picture')?.dataset['shows'])).toEqual(['light', 'dark']);
    for (const picture of pictures) expect(picture.getAttribute('loading')).toBe('lazy');
  });

  it('compares the product with built-in todos in a table', () => {
    const table = screen.getByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Built-in todos', 'Baton']);
    expect(within(table).getAllByRole('rowheader')).toHaveLength(6);
  });

  it('ends with the documentation, Privacy, Terms and Contact', () => {
    const footer = screen.getByRole('contentinfo');
    expect(
      within(footer)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/', '/docs', '/privacy', '/terms', '/contact']);
  });
});
