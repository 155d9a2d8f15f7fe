// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, focusToasts, listToasts, toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

beforeAll(fakeTopLayer);
beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  act(() => {
    for (const { id } of listToasts()) dismissToast(id);
  });
  cleanup();
  vi.useRealTimers();
});

const show = (input: Parameters<typeof toast>[0]) => act(() => void toast(input));
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

describe('the toast region', () => {
  it('says errors as alerts and everything else as status', () => {
    render(<Toaster />);
    show({ title: 'Saved', variant: 'success' });
    show({ title: 'Deletion Failed', description: 'Failed to delete project', variant: 'destructive' });
    expect(screen.getByRole('status').textContent).toContain('Saved');
    expect(screen.getByRole('alert').textContent).toContain('Failed to delete project');
  });

  it('stays while the pointer is over it', () => {
    render(<Toaster />);
    show({ title: 'Saved' });
    fireEvent.pointerEnter(screen.getByRole('region'));
    pass(60_000);
    expect(screen.queryByText('Saved')).not.toBeNull();
    fireEvent.pointerLeave(screen.getByRole('region'));
    pass(5_000);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('is reached by key and stays while it has the focus', () => {
    render(
      <>
        <button type="button">Origin</button>
        <Toaster />
      </>,
    );
    screen.getByText('Origin').focus();
    show({ title: 'Draft cleared', action: { label: 'Undo', run: () => {} } });
    act(focusToasts);
    expect(screen.getByRole('region').contains(document.activeElement)).toBe(true);
    pass(60_000);
    expect(screen.queryByText('Draft cleared')).not.toBeNull();
    fireEvent.keyDown(screen.getByRole('region'), { key: 'Escape' });
    expect(document.activeElement).toBe(screen.getByText('Origin'));
    pass(10_000);
    expect(screen.queryByText('Draft cleared')).toBeNull();
  });

  it('waits while the tab is hidden', () => {
    render(<Toaster />);
    show({ title: 'Saved' });
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    fireEvent(document, new Event('visibilitychange'));
    pass(60_000);
    expect(screen.queryByText('Saved')).not.toBeNull();
    hidden.mockReturnValue(false);
    fireEvent(document, new Event('visibilitychange'));
    pass(5_000);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('runs the action of its button and closes', () => {
    const run = vi.fn<() => void>();
    render(<Toaster />);
    show({ title: 'Draft cleared', action: { label: 'Undo', run } });
    fireEvent.click(screen.getByRole('button', { name: /Undo/ }));
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText('Draft cleared')).toBeNull();
  });

  it('closes by its dismiss button', () => {
    render(<Toaster />);
    show({ title: 'Stay', duration: Infinity });
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Stay')).toBeNull();
  });
});
