// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';

beforeAll(fakeTopLayer);
afterEach(cleanup);

function Example(props: Partial<DialogProps>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Edit Project" {...props} />
    </>
  );
}

function openExample(props: Partial<DialogProps> = {}) {
  render(<Example {...props} />);
  const origin = screen.getByText('Open');
  origin.focus();
  fireEvent.click(origin);
  return { origin, dialog: screen.getByRole('dialog', { name: 'Edit Project' }) };
}

describe('a dialog', () => {
  it('is named by its title and described by its text', () => {
    const { dialog } = openExample({ description: 'Change the name.' });
    const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Change the name.');
  });

  it('closes on Escape and gives the focus back', () => {
    const { origin, dialog } = openExample();
    expect(document.activeElement).not.toBe(origin);
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(origin);
  });

  it('leaves the keys of an input method to it', () => {
    const onSubmit = vi.fn<() => void>();
    const { dialog } = openExample({ onSubmit, children: <input aria-label="Name" /> });
    const field = screen.getByLabelText('Name');
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true });
    fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.getByRole('dialog')).toBe(dialog);
  });

  it('stays open on Escape, cancel and outside clicks when it is not closable', () => {
    const { dialog } = openExample({ closable: false });
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    fireEvent(dialog, escape);
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    fireEvent.mouseDown(dialog);
    expect(escape.defaultPrevented).toBe(true);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });

  it('closes on a click beside the panel but not on one inside', () => {
    const { dialog } = openExample({ children: <p>Inside</p> });
    fireEvent.mouseDown(screen.getByText('Inside'));
    expect(screen.queryByRole('dialog')).not.toBeNull();
    fireEvent.mouseDown(dialog);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('submits its form with Ctrl and Enter', () => {
    const submitted = vi.fn<() => void>();
    const { dialog } = openExample({
      children: <input aria-label="Name" />,
      onSubmit: (event) => {
        event.preventDefault();
        submitted();
      },
    });
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    fireEvent.keyDown(dialog, { key: 'Enter' });
    expect(submitted).not.toHaveBeenCalled();
    fireEvent.keyDown(dialog, { key: 'Enter', ctrlKey: true });
    expect(submitted).toHaveBeenCalledOnce();
  });
});

function renderConfirm(props: Partial<ConfirmDialogProps>) {
  const onConfirm = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  render(
    <ConfirmDialog
      open
      title="Delete Project"
      description="This cannot be undone."
      confirmLabel="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
      {...props}
    />,
  );
  return { onConfirm, onClose, confirm: screen.getByRole('button', { name: 'Delete' }) };
}

describe('a confirmation', () => {
  it('puts the focus on Cancel when it is destructive', () => {
    renderConfirm({});
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  });

  it('puts the focus on the action when nothing is lost by it', () => {
    const { confirm } = renderConfirm({ danger: false });
    expect(document.activeElement).toBe(confirm);
  });

  it('does not confirm before the words are typed', () => {
    const { confirm, onConfirm } = renderConfirm({ typed: 'harbor' });
    const input = screen.getByRole('textbox');
    expect(document.activeElement).toBe(input);
    fireEvent.change(input, { target: { value: 'harb' } });
    fireEvent.submit(input);
    expect(onConfirm).not.toHaveBeenCalled();
    fireEvent.change(input, { target: { value: 'harbor' } });
    fireEvent.click(confirm);
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('does not confirm twice while busy', () => {
    const { confirm, onConfirm } = renderConfirm({ busy: true });
    fireEvent.click(confirm);
    fireEvent.submit(confirm);
    expect(onConfirm).not.toHaveBeenCalled();
    expect(confirm.getAttribute('aria-busy')).toBe('true');
  });
});
