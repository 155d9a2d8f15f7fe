// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { placeBeside } from './anchor.ts';
import { Announcement } from './announcement.tsx';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Field } from './field.tsx';
import { PasswordInput, TextInput } from './inputs.tsx';
import { keyCaps } from './keys.tsx';
import { initialsOf } from './avatar.tsx';
import { useDelayedFlag } from './loading.tsx';
import { SearchBox } from './search-box.tsx';
import { Tabs } from './tabs.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a busy button', () => {
  it('keeps its label and focus, and does nothing when pressed', () => {
    const onClick = vi.fn<() => void>();
    render(
      <Button busy onClick={onClick}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    button.focus();
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-busy')).toBe('true');
  });
});

describe('a field', () => {
  it('ties help to its input, and an error in its place', () => {
    const { rerender } = render(
      <Field label="Email" help="We send one mail.">
        <TextInput />
      </Field>,
    );
    const input = screen.getByLabelText('Email');
    const note = () => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(note()).toBe('We send one mail.');
    expect(input.getAttribute('aria-invalid')).toBeNull();
    rerender(
      <Field label="Email" help="We send one mail." error="Please enter a valid email address.">
        <TextInput />
      </Field>,
    );
    expect(note()).toBe('Please enter a valid email address.');
    expect(screen.queryByText('We send one mail.')).toBeNull();
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('shows and hides a password', () => {
    render(
      <Field label="Password">
        <PasswordInput />
      </Field>,
    );
    const input = screen.getByLabelText('Password');
    expect(input.getAttribute('type')).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.getAttribute('type')).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.getAttribute('type')).toBe('password');
  });
});

describe('a search box', () => {
  it('is cleared by Escape, but not while an input method composes', () => {
    const onChange = vi.fn<(value: string) => void>();
    render(<SearchBox label="Find" value="日" onChange={onChange} />);
    const box = screen.getByRole('searchbox', { name: 'Find' });
    fireEvent.keyDown(box, { key: 'Escape', isComposing: true });
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(onChange).toHaveBeenCalledExactlyOnceWith('');
  });
});

describe('an announcement', () => {
  it('of the same words is another node only when it is said again', () => {
    const [first, second] = [{}, {}];
    const { rerender } = render(<Announcement text="1 row has changed" of={first} />);
    const region = screen.getByRole('status');
    const said = region.firstChild;
    rerender(<Announcement text="1 row has changed" of={first} />);
    expect(region.firstChild).toBe(said);
    rerender(<Announcement text="1 row has changed" of={second} />);
    expect(screen.getByRole('status'), 'a new live region is not announced').toBe(region);
    expect(region.firstChild).not.toBe(said);
    expect(region.textContent).toBe('1 row has changed');
  });
});

describe('a copy button', () => {
  it('says so for two seconds', async () => {
    vi.useFakeTimers();
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal('navigator', { clipboard: { writeText }, platform: '' });
    render(<CopyButton value="prj_7" label="Copy project ID" />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy project ID' }));
    await act(async () => vi.advanceTimersByTimeAsync(0));
    expect(writeText).toHaveBeenCalledWith('prj_7');
    expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined();
    act(() => {
      vi.advanceTimersByTime(1_999);
    });
    expect(screen.queryByRole('button', { name: 'Copied' })).not.toBeNull();
    act(() => {
      vi.advanceTimersByTime(1);
    });
    expect(screen.getByRole('button', { name: 'Copy project ID' })).toBeDefined();
  });
});

describe('the loading rule', () => {
  const flag = (start: boolean) =>
    renderHook(({ active }) => useDelayedFlag(active), { initialProps: { active: start } });
  const pass = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms);
    });

  it('shows nothing when the data comes within 150 ms', () => {
    vi.useFakeTimers();
    const { result, rerender } = flag(true);
    pass(149);
    expect(result.current).toBe(false);
    rerender({ active: false });
    pass(1_000);
    expect(result.current).toBe(false);
  });

  it('once shown it stays for 300 ms', () => {
    vi.useFakeTimers();
    const { result, rerender } = flag(true);
    pass(150);
    expect(result.current).toBe(true);
    rerender({ active: false });
    pass(299);
    expect(result.current).toBe(true);
    pass(1);
    expect(result.current).toBe(false);
  });
});

describe('tabs', () => {
  it('move with the arrow keys, Home and End', () => {
    const TABS = [
      { value: 'edit', label: 'Edit' },
      { value: 'preview', label: 'Preview' },
      { value: 'history', label: 'History' },
    ] as const;
    function Example() {
      const [value, setValue] = useState<'edit' | 'preview' | 'history'>('edit');
      return <Tabs id="editor" label="Editor" tabs={TABS} value={value} onChange={setValue} />;
    }
    render(<Example />);
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    screen.getByRole('tab', { name: 'Edit' }).focus();
    press('ArrowLeft');
    expect(document.activeElement?.textContent).toBe('History');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('History');
    press('ArrowRight');
    expect(document.activeElement?.textContent).toBe('Edit');
    press('End');
    press('Home');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Edit');
  });
});

describe('small rules', () => {
  it('takes initials from the first name that is there', () => {
    expect(initialsOf('Mira Kovač', 'x@y.example')).toBe('MI');
    expect(initialsOf('  ', 'zoe@y.example')).toBe('ZO');
    expect(initialsOf(undefined, null)).toBe('U');
  });

  it('draws the caps of a shortcut', () => {
    expect(keyCaps('g p')).toEqual(['G', 'P']);
    expect(keyCaps('alt+t')).toEqual(['Alt', 'T']);
    expect(keyCaps('?')).toEqual(['?']);
    expect(keyCaps('mod+k')).toEqual(['Ctrl', 'K']);
  });

  it('keeps a floating box in the window and flips it when there is no room', () => {
    const view = { width: 400, height: 300 };
    const size = { width: 120, height: 80 };
    const at = { side: 'bottom', align: 'end', gap: 6 } as const;
    expect(placeBeside({ left: 200, top: 20, width: 40, height: 30 }, size, view, at)).toEqual({ left: 120, top: 56 });
    expect(placeBeside({ left: 10, top: 250, width: 40, height: 30 }, size, view, at)).toEqual({ left: 8, top: 164 });
  });
});
