// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installShortcuts, listShortcuts, registerShortcut, setSingleKeys, type Shortcut } from './shortcuts.ts';

let cleanups: (() => void)[] = [];

beforeEach(() => {
  cleanups = [installShortcuts(window)];
});

afterEach(() => {
  for (const undo of cleanups) undo();
  setSingleKeys(true);
  document.body.replaceChildren();
});

function add(keys: string, options: Partial<Shortcut> = {}) {
  const run = vi.fn<() => void>();
  const shortcut: Shortcut = { keys, label: keys, run, ...options };
  const remove = registerShortcut(shortcut);
  cleanups.unshift(() => listShortcuts().includes(shortcut) && remove());
  return { run, remove };
}

interface Press extends KeyboardEventInit {
  at?: number;
  on?: Element;
}

function press(key: string, { at = 0, on = document.body, ...init }: Press = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'timeStamp', { value: at });
  on.dispatchEvent(event);
  return event;
}

function element(html: string) {
  const template = document.createElement('template');
  template.innerHTML = html;
  document.body.append(template.content);
  const found = document.body.lastElementChild;
  if (!found) throw new Error('no element');
  return found;
}

describe('single keys', () => {
  it('run their action and keep the key from the page', () => {
    const { run } = add('t');
    const event = press('t');
    expect(run).toHaveBeenCalledOnce();
    expect(event.defaultPrevented).toBe(true);
  });

  it('are off in inputs, text areas and editable text, but not on buttons', () => {
    const { run } = add('t');
    press('t', { on: element('<input>') });
    press('t', { on: element('<textarea></textarea>') });
    press('t', { on: element('<select></select>') });
    expect(run).not.toHaveBeenCalled();
    press('t', { on: element('<button></button>') });
    press('t', { on: element('<input type="checkbox">') });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('are off while a dialog is open', () => {
    const { run } = add('t');
    const always = add('alt+t', { inDialogs: true });
    element('<dialog open></dialog>');
    press('t');
    press('†', { altKey: true, code: 'KeyT' });
    expect(run).not.toHaveBeenCalled();
    expect(always.run).toHaveBeenCalledOnce();
  });

  it('can be switched off, which leaves combinations alone', () => {
    const single = add('t');
    const chord = add('g p');
    const combination = add('mod+k');
    setSingleKeys(false);
    press('t');
    press('g');
    press('p');
    press('k', { ctrlKey: true });
    expect(single.run).not.toHaveBeenCalled();
    expect(chord.run).not.toHaveBeenCalled();
    expect(combination.run).toHaveBeenCalledOnce();
  });

  it('do not answer to the same letter with Ctrl, Alt or Shift', () => {
    const { run } = add('t');
    press('t', { ctrlKey: true });
    press('t', { altKey: true, code: 'KeyT' });
    press('T', { shiftKey: true });
    expect(run).not.toHaveBeenCalled();
  });

  it('answer to a sign that needs Shift', () => {
    const { run } = add('?');
    press('?', { shiftKey: true });
    expect(run).toHaveBeenCalledOnce();
  });

  it('leave alone what another handler took, and what an input method composes', () => {
    const { run } = add('t');
    const taken = element('<div></div>');
    taken.addEventListener('keydown', (event) => event.preventDefault());
    press('t', { on: taken });
    press('t', { isComposing: true });
    expect(run).not.toHaveBeenCalled();
  });
});

describe('named keys', () => {
  it('answer to arrows, Home, End, digits, the star and the space bar', () => {
    const names = ['arrowdown', 'home', 'end', '1', '*', 'space'];
    const runs = names.map((name) => add(name).run);
    for (const key of ['ArrowDown', 'Home', 'End', '1', ' ']) press(key);
    press('*', { shiftKey: true });
    for (const run of runs) expect(run).toHaveBeenCalledOnce();
  });

  it('tell Shift and Alt apart', () => {
    const plain = add('arrowup');
    const moved = add('alt+arrowup');
    press('ArrowUp', { altKey: true });
    press('ArrowUp', { shiftKey: true });
    expect(plain.run).not.toHaveBeenCalled();
    expect(moved.run).toHaveBeenCalledOnce();
  });

  it('stay on when keys that type a character are switched off', () => {
    const both = add('j', { also: ['arrowdown'] });
    setSingleKeys(false);
    press('j');
    expect(both.run).not.toHaveBeenCalled();
    press('ArrowDown');
    expect(both.run).toHaveBeenCalledOnce();
  });

  it('repeat while held only where that is wanted, and a held key does not break a chord', () => {
    const once = add('b');
    const again = add('arrowdown', { repeats: true });
    const chord = add('g p');
    press('b', { repeat: true });
    press('ArrowDown', { repeat: true });
    expect(once.run).not.toHaveBeenCalled();
    expect(again.run).toHaveBeenCalledOnce();
    again.remove();
    press('g');
    press('g', { repeat: true });
    press('p');
    expect(chord.run).toHaveBeenCalledOnce();
  });
});

describe('a key that several want', () => {
  it('goes to the highest priority first, and on to the next when that has nothing to do', () => {
    const order: string[] = [];
    let filter = 'words';
    const clearFilter = () => {
      if (filter === '') return false;
      filter = '';
      return order.push('filter');
    };
    add('escape', { priority: 1, run: clearFilter });
    add('escape', { run: () => order.push('selection') });
    press('Escape');
    press('Escape');
    expect(order).toEqual(['filter', 'selection']);
  });

  it('is left to the page when nobody has anything to do', () => {
    add('escape', { run: () => false });
    expect(press('Escape').defaultPrevented).toBe(false);
  });

  it('works only with the focus inside its element when it is bound to one', () => {
    const tree = element('<div><button></button></div>');
    const outside = element('<button></button>');
    const { run } = add('arrowdown', { within: () => tree });
    press('ArrowDown', { on: outside });
    expect(run).not.toHaveBeenCalled();
    press('ArrowDown', { on: tree.firstElementChild ?? tree });
    expect(run).toHaveBeenCalledOnce();
  });
});

describe('combinations', () => {
  it('take Cmd as well as Ctrl, in inputs too when asked', () => {
    const { run } = add('mod+k', { inInputs: true });
    press('k', { metaKey: true });
    press('k', { ctrlKey: true, on: element('<input>') });
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('chords', () => {
  it('need both keys in order', () => {
    const { run } = add('g p');
    press('p');
    press('g');
    expect(run).not.toHaveBeenCalled();
    press('p', { at: 500 });
    expect(run).toHaveBeenCalledOnce();
  });

  it('are forgotten after a while', () => {
    const { run } = add('g p');
    press('g');
    press('p', { at: 1_300 });
    expect(run).not.toHaveBeenCalled();
  });

  it('share their first key', () => {
    const projects = add('g p');
    const keys = add('g k');
    press('g');
    press('k');
    expect(keys.run).toHaveBeenCalledOnce();
    expect(projects.run).not.toHaveBeenCalled();
  });

  it('give way to the single key when the second key is no part of them', () => {
    add('g p');
    const single = add('t');
    press('g');
    press('t');
    expect(single.run).toHaveBeenCalledOnce();
  });
});

describe('the registry', () => {
  it('lists what is registered now', () => {
    const { remove } = add('c', { label: 'New Project', group: 'Projects' });
    expect(listShortcuts()).toMatchObject([{ keys: 'c', label: 'New Project', group: 'Projects' }]);
    remove();
    expect(listShortcuts()).toEqual([]);
  });

  it('prefers the later of two with the same keys, and falls back when it goes', () => {
    const first = add('n');
    const second = add('n');
    press('n');
    second.remove();
    press('n');
    expect(second.run).toHaveBeenCalledOnce();
    expect(first.run).toHaveBeenCalledOnce();
  });
});
