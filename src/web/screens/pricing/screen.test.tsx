// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Component } from './screen.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  render(
    <MemoryRouter>
      <Component />
    </MemoryRouter>,
  );
});
afterEach(cleanup);

const plan = (name: string) => screen.getByRole('region', { name });
const features = (name: string) =>
  within(plan(name))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('the pricing page', () => {
  it('offers Free forever', () => {
    expect(plan('Free').textContent).toContain('$0');
    expect(plan('Free').textContent).toContain('Forever Free');
    expect(features('Free')).toEqual([
      '1 active project',
      '1 PRD upload per month',
      '1 task list generation',
      'Basic MCP tool access',
      'Standard rate limits',
      'Community support',
    ]);
  });

  it('offers Pro for half of the struck price', () => {
    expect(plan('Pro').textContent).toContain('$5/month');
    expect(within(plan('Pro')).getByText('$10/month').tagName).toBe('S');
    expect(within(plan('Pro')).getByText('Save 50% - Early Adopter Pricing')).toBeDefined();
    expect(features('Pro')).toEqual([
      '5 active projects',
      '5 PRD uploads per month',
      '10 task list generations',
      'Full MCP tool access',
      '5x higher rate limits',
      'Priority support',
      'Early access',
      'Advanced analytics',
    ]);
  });

  it.each([
    ['Get Started Free', '/signup'],
    ['Upgrade to Pro', '/subscription'],
    ['Start Free Trial', '/subscription'],
    ['View Demo', '/projects'],
  ])('%s goes to %s', (name, target) => {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(target);
  });

  it('compares the plans in a table, and says in words what an icon shows', () => {
    const row = screen.getByRole('row', { name: /Advanced analytics/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Not included', 'Included']);
  });

  it('has three benefit cards', () => {
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(3);
  });

  it.each([
    /14-day money-back guarantee/,
    /Through the payment provider/,
    /Pro access lasts to the end of the period/,
    /first 1,000 subscribers keep \$5\/month/,
    /reset on the 1st of each month/,
  ])('answers: %s', (answer) => {
    expect(screen.getByText(answer)).toBeDefined();
  });
});
