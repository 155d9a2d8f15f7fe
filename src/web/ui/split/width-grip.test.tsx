import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { WidthGrip } from './width-grip.tsx';

afterEach(cleanup);

function open() {
  const onFit = vi.fn<() => void>();
  const stored: number[] = [];
  const Sample = () => {
    const [width, setWidth] = useState(352);
    return (
      <>
        <div id="panel" />
        <WidthGrip
          label="Resize"
          controls="panel"
          width={width}
          min={240}
          max={720}
          onFit={onFit}
          onChange={(next, settled) => {
            setWidth(next);
            if (settled) stored.push(next);
          }}
        />
      </>
    );
  };
  render(<Sample />);
  const grip = screen.getByRole('separator', { name: 'Resize' });
  grip.setPointerCapture = () => undefined;
  return { grip, onFit, stored, value: () => Number(grip.getAttribute('aria-valuenow')) };
}

test('has a value in pixels between its limits', () => {
  const { grip, value } = open();
  expect([grip.getAttribute('aria-valuemin'), value(), grip.getAttribute('aria-valuemax')]).toEqual([
    '240',
    352,
    '720',
  ]);
  expect(grip.getAttribute('aria-valuetext')).toBe('352 pixels');
  expect(grip.getAttribute('aria-orientation')).toBe('vertical');
});

test('moves by keys, further with Shift, and stops at its limits', () => {
  const { grip, value, stored } = open();
  const press = (key: string, more = {}) => fireEvent.keyDown(grip, { key, ...more });
  press('ArrowRight');
  expect(value()).toBe(368);
  press('ArrowLeft', { shiftKey: true });
  expect(value()).toBe(304);
  press('End');
  press('ArrowRight');
  expect(value()).toBe(720);
  press('Home');
  press('ArrowLeft');
  expect(value()).toBe(240);
  expect(stored).toEqual([368, 304, 720, 720, 240, 240]);
  press('ArrowRight', { ctrlKey: true });
  expect(value()).toBe(240);
});

test('follows the pointer, and is kept once it is let go', () => {
  const { grip, value, stored, onFit } = open();
  fireEvent.pointerDown(grip, { button: 0, clientX: 360, pointerId: 1 });
  fireEvent.pointerMove(grip, { clientX: 400 });
  expect([value(), stored]).toEqual([392, []]);
  fireEvent.pointerMove(grip, { clientX: 2_000 });
  fireEvent.pointerUp(grip);
  expect([value(), stored]).toEqual([720, [720]]);
  fireEvent.pointerMove(grip, { clientX: 300 });
  expect(value()).toBe(720);
  fireEvent.pointerDown(grip, { button: 0, clientX: 300, pointerId: 1 });
  fireEvent.pointerUp(grip);
  expect(stored).toEqual([720]);
  fireEvent.doubleClick(grip);
  expect(onFit).toHaveBeenCalledOnce();
});
