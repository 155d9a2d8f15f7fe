import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SegmentedRadios } from './segmented-radios.tsx';

afterEach(cleanup);

const options = [
  { value: 'open', label: 'Open', icon: null },
  { value: 'done', label: 'Done', icon: null },
] as const;
const tabbable = () => screen.getAllByRole('radio').flatMap((radio) => (radio.tabIndex === 0 ? radio.textContent : []));

test('Tab reaches the chosen radio, and the first one as long as none is chosen', () => {
  const { rerender } = render(
    <SegmentedRadios label="Status" options={options} value={undefined} onChange={() => {}} />,
  );
  expect(tabbable()).toEqual(['Open']);
  rerender(<SegmentedRadios label="Status" options={options} value="done" onChange={() => {}} />);
  expect(tabbable()).toEqual(['Done']);
});

test('arrow keys only move the focus', () => {
  const choose = vi.fn<(value: string) => void>();
  render(<SegmentedRadios label="Status" options={options} value="open" onChange={choose} />);
  screen.getByRole('radio', { name: 'Open' }).focus();
  fireEvent.keyDown(screen.getByRole('radio', { name: 'Open' }), { key: 'ArrowRight' });
  expect(document.activeElement?.textContent).toBe('Done');
  expect(choose).not.toHaveBeenCalled();
});
