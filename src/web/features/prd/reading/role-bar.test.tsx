import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RoleBar } from './role-bar.tsx';

afterEach(cleanup);

const show = (isTooLong: boolean) =>
  render(
    <RoleBar
      counts={undefined}
      isTooLong={isTooLong}
      total={3}
      changed={0}
      filter={new Set()}
      onFilter={() => undefined}
      onNextUnsure={() => undefined}
      canUndo={false}
      onUndo={() => undefined}
      failed={undefined}
      map={null}
    />,
  ).container.firstElementChild?.getAttribute('aria-busy');

test('says that a text is being read', () => {
  expect(show(false)).toBe('true');
  expect(screen.getByText('Reading…')).toBeDefined();
  expect(screen.getByRole('group', { name: '3 lines, being read. Filter by role' })).toBeDefined();
});

test('says that a text is too long instead of reading for ever', () => {
  expect(show(true)).toBeNull();
  expect(screen.queryByText('Reading…')).toBeNull();
  expect(screen.getByText('Too long to analyze')).toBeDefined();
  expect(screen.getByRole('group', { name: '3 lines, too long to analyze. Filter by role' })).toBeDefined();
});
