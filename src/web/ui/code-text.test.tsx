import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CodeText } from './code-text.tsx';

test('what stands between backticks is code, a single backtick is text', () => {
  const { container, rerender } = render(<CodeText text="`npm test` passes, and `tsc` too" />);
  expect([...container.querySelectorAll('code')].map((code) => code.textContent)).toEqual(['npm test', 'tsc']);
  expect(container.textContent).toBe('npm test passes, and tsc too');
  rerender(<CodeText text="a ` alone" />);
  expect([container.querySelector('code'), container.textContent]).toEqual([null, 'a ` alone']);
});
