// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { MenuCheckItem, MenuItem, MenuSeparator } from './menu-items.tsx';
import { Menu } from './menu.tsx';

beforeAll(fakeTopLayer);
afterEach(cleanup);

function renderMenu() {
  const onArchive = vi.fn<() => void>();
  const onNotes = vi.fn<(checked: boolean) => void>();
  render(
    <MemoryRouter>
      <Menu
        label="Project"
        trigger={(props) => (
          <button type="button" {...props}>
            Actions
          </button>
        )}
      >
        <MenuItem to="/projects">Projects</MenuItem>
        <MenuItem disabled>Paste</MenuItem>
        <MenuItem onSelect={onArchive}>Archive</MenuItem>
        <MenuSeparator />
        <MenuCheckItem checked={false} onChange={onNotes}>
          Show notes
        </MenuCheckItem>
      </Menu>
      <button type="button">Elsewhere</button>
    </MemoryRouter>,
  );
  return { trigger: screen.getByText('Actions'), onArchive, onNotes };
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focused = () => document.activeElement?.textContent;

describe('a menu', () => {
  it('opens by click on the first item, and says that it is open', () => {
    const { trigger } = renderMenu();
    expect(trigger.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(trigger);
    expect(screen.getByRole('menu', { name: 'Project' })).toBeDefined();
    expect(trigger.getAttribute('aria-expanded')).toBe('true');
    expect(focused()).toBe('Projects');
  });

  it('opens with arrow down on the first item and with arrow up on the last', () => {
    const { trigger } = renderMenu();
    trigger.focus();
    press('ArrowDown');
    expect(focused()).toBe('Projects');
    press('Escape');
    press('ArrowUp');
    expect(focused()).toBe('Show notes');
  });

  it('walks in a circle and skips what is disabled', () => {
    const { trigger } = renderMenu();
    fireEvent.click(trigger);
    press('ArrowDown');
    expect(focused()).toBe('Archive');
    press('ArrowDown');
    press('ArrowDown');
    expect(focused()).toBe('Projects');
    press('ArrowUp');
    expect(focused()).toBe('Show notes');
    press('Home');
    expect(focused()).toBe('Projects');
    press('End');
    expect(focused()).toBe('Show notes');
  });

  it('finds an item by its first letter', () => {
    const { trigger } = renderMenu();
    fireEvent.click(trigger);
    press('a');
    expect(focused()).toBe('Archive');
  });

  it.each(['Enter', ' '])('chooses with %j, closes and gives the focus back', (key) => {
    const { trigger, onArchive } = renderMenu();
    fireEvent.click(trigger);
    press('ArrowDown');
    press(key);
    expect(onArchive).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(trigger);
  });

  it.each(['Escape', 'Tab'])('closes with %s and gives the focus back', (key) => {
    const { trigger, onArchive } = renderMenu();
    fireEvent.click(trigger);
    press(key);
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(trigger);
    expect(onArchive).not.toHaveBeenCalled();
  });

  it('stays open when a check item is set', () => {
    const { trigger, onNotes } = renderMenu();
    fireEvent.click(trigger);
    fireEvent.click(screen.getByRole('menuitemcheckbox'));
    expect(onNotes).toHaveBeenCalledWith(true);
    expect(screen.queryByRole('menu')).not.toBeNull();
  });

  it('closes on a press elsewhere', () => {
    const { trigger } = renderMenu();
    fireEvent.click(trigger);
    fireEvent.pointerDown(screen.getByText('Elsewhere'));
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
