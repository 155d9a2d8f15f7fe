import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildPlan, taskOf } from '#test/web/build-plan.ts';
import { TextBlock } from './text-block.tsx';
import { TitleEditor } from './title-editor.tsx';

afterEach(cleanup);

let next = 0;
let id = '';
beforeEach(() => {
  // Drafts are module state keyed by id, so each case uses another task.
  next += 1;
  id = `task-${next}`;
});
const titled = (title: string) => taskOf(buildPlan({ tasks: [{ id, title }] }), id);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' });
const edit = (text: string) => {
  fireEvent.click(screen.getByRole('button', { name: 'Old' }));
  fireEvent.change(field(), { target: { value: text } });
};

describe('a title', () => {
  it('is saved by Enter, trimmed, and gives the focus back', async () => {
    const save = vi.fn(async () => true);
    render(<TitleEditor task={titled('Old')} onSave={save} />);
    edit('  New ');
    fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith('New'));
    expect(document.activeElement).toBe(screen.getByRole('button'));
  });

  it('stays as it was on Escape, and the key goes no further', () => {
    const save = vi.fn(async () => true);
    render(<TitleEditor task={titled('Old')} onSave={save} />);
    edit('New');
    expect(fireEvent.keyDown(field(), { key: 'Escape' })).toBe(false);
    expect(screen.getByRole('button', { name: 'Old' })).toBeDefined();
    expect(save).not.toHaveBeenCalled();
  });

  it('cannot be empty', () => {
    const save = vi.fn(async () => true);
    render(<TitleEditor task={titled('Old')} onSave={save} />);
    edit('   ');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(screen.getByRole('alert').textContent).toContain('needs a title');
    expect(save).not.toHaveBeenCalled();
  });

  it('comes back as it was typed when saving fails', async () => {
    const answer = Promise.withResolvers<boolean>();
    render(<TitleEditor task={titled('Old')} onSave={() => answer.promise} />);
    edit('New');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(screen.queryByRole('textbox')).toBeNull();
    await act(async () => answer.resolve(false));
    expect(field().value).toBe('New');
  });

  it('that somebody else has changed is replaced only by a second Enter', async () => {
    const save = vi.fn(async () => true);
    const { rerender } = render(<TitleEditor task={titled('Old')} onSave={save} />);
    edit('Mine');
    rerender(<TitleEditor task={titled('Theirs')} onSave={save} />);
    expect(field().value).toBe('Mine');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(save).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toContain('Theirs');
    fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith('Mine'));
  });

  it('of somebody else is taken without being overwritten on the way there', () => {
    const save = vi.fn(async () => true);
    const { rerender } = render(<TitleEditor task={titled('Old')} onSave={save} />);
    edit('Mine');
    rerender(<TitleEditor task={titled('Theirs')} onSave={save} />);
    fireEvent.keyDown(field(), { key: 'Enter' });
    fireEvent.blur(field());
    fireEvent.click(screen.getByRole('button', { name: 'Keep the other text' }));
    expect(screen.getByRole('button', { name: 'Theirs' })).toBeDefined();
    expect(save).not.toHaveBeenCalled();
  });

  it('is saved when the field is left', async () => {
    const save = vi.fn(async () => true);
    render(<TitleEditor task={titled('Old')} onSave={save} />);
    edit('New');
    fireEvent.blur(field());
    await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith('New'));
  });

  it('that changes once more is told once more', () => {
    const save = vi.fn(async () => true);
    const { rerender } = render(<TitleEditor task={titled('Old')} onSave={save} />);
    edit('Mine');
    rerender(<TitleEditor task={titled('Theirs')} onSave={save} />);
    fireEvent.keyDown(field(), { key: 'Enter' });
    rerender(<TitleEditor task={titled('Theirs again')} onSave={save} />);
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(save).not.toHaveBeenCalled();
  });

  it('needs no request when somebody else wrote the same', () => {
    const save = vi.fn(async () => true);
    const { rerender } = render(<TitleEditor task={titled('Old')} onSave={save} />);
    edit('Same');
    rerender(<TitleEditor task={titled('Same')} onSave={save} />);
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(screen.getByRole('button', { name: 'Same' })).toBeDefined();
    expect(save).not.toHaveBeenCalled();
  });

  it('keeps a half-written text over a look at another task', () => {
    const save = vi.fn(async () => true);
    const task = titled('Old');
    const { unmount } = render(<TitleEditor task={task} onSave={save} />);
    edit('Half');
    unmount();
    render(<TitleEditor task={task} onSave={save} />);
    expect(field().value).toBe('Half');
  });
});

describe('a description', () => {
  const block = (value: string, onSave: (text: string) => Promise<boolean>) => (
    <TextBlock
      draftKey={`description:${id}`}
      label="description"
      value={value}
      maxLength={100}
      empty="Nothing"
      onSave={onSave}
    />
  );

  it('is saved by Ctrl and Enter, not by Enter alone', async () => {
    const save = vi.fn(async () => true);
    render(block('', save));
    expect(screen.getByText('Nothing')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Edit description' }));
    const area = screen.getByRole('textbox', { name: 'description' });
    fireEvent.change(area, { target: { value: 'One\nTwo' } });
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(save).not.toHaveBeenCalled();
    fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith('One\nTwo'));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit description' }));
  });

  it('is not thrown away by Escape once something was written', () => {
    render(block('Old', async () => true));
    fireEvent.click(screen.getByRole('button', { name: 'Edit description' }));
    const area = screen.getByRole('textbox');
    fireEvent.change(area, { target: { value: 'Long text' } });
    fireEvent.keyDown(area, { key: 'Escape' });
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Long text');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is not saved twice by two quick keys', async () => {
    const save = vi.fn(async () => true);
    render(block('Old', save));
    fireEvent.click(screen.getByRole('button', { name: 'Edit description' }));
    const area = screen.getByRole('textbox');
    fireEvent.change(area, { target: { value: 'New' } });
    fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
    fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
  });
});
