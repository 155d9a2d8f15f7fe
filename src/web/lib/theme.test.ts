// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nextInCycle, parseThemeChoice, resolveLook } from './theme.ts';

let systemDark = false;
let systemChanged: (() => void)[] = [];

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  document.head.innerHTML = '<meta name="theme-color" content="">';
  systemDark = false;
  systemChanged = [];
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return systemDark;
    },
    addEventListener: (_: string, listener: () => void) => systemChanged.push(listener),
  }));
});

const load = async () => import('./theme.ts');
const seen = () => ({
  theme: document.documentElement.dataset['theme'],
  scheme: document.documentElement.style.colorScheme,
  bar: document.querySelector('meta[name="theme-color"]')?.getAttribute('content'),
});
const LIGHT = { theme: 'light', scheme: 'light', bar: '#f9f7f4' };
const DARK = { theme: 'dark', scheme: 'dark', bar: '#0d0c0a' };

describe('the rules', () => {
  it('what is stored must be light, dark or system', () => {
    expect(['light', 'dark', 'system', 'purple', '', null].map(parseThemeChoice)).toEqual([
      'light',
      'dark',
      'system',
      'system',
      'system',
      'system',
    ]);
  });

  it('the cycle is light, dark, system, light', () => {
    expect([nextInCycle('light'), nextInCycle('dark'), nextInCycle('system')]).toEqual(['dark', 'system', 'light']);
  });

  it('system looks like the system', () => {
    expect([resolveLook('system', true), resolveLook('system', false), resolveLook('light', true)]).toEqual([
      'dark',
      'light',
      'light',
    ]);
  });
});

describe('the page', () => {
  it('starts with the stored choice', async () => {
    localStorage.setItem('baton-theme', 'dark');
    const { getTheme } = await load();
    expect(getTheme()).toEqual({ choice: 'dark', look: 'dark' });
    expect(seen()).toEqual(DARK);
  });

  it('toggles from system to the opposite of what is seen', async () => {
    systemDark = true;
    const { getTheme, toggleTheme } = await load();
    expect(getTheme()).toEqual({ choice: 'system', look: 'dark' });
    toggleTheme();
    expect(getTheme()).toEqual({ choice: 'light', look: 'light' });
    expect(localStorage.getItem('baton-theme')).toBe('light');
    expect(seen()).toEqual(LIGHT);
  });

  it('cycles and tells those who listen', async () => {
    const { cycleTheme, getTheme, subscribeTheme } = await load();
    getTheme();
    const listener = vi.fn<() => void>();
    subscribeTheme(listener);
    cycleTheme();
    cycleTheme();
    expect(getTheme().choice).toBe('dark');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('follows the system only while the choice is system', async () => {
    const { followTheme, setTheme } = await load();
    followTheme();
    systemDark = true;
    for (const listener of systemChanged) listener();
    expect(seen()).toEqual(DARK);
    setTheme('light');
    for (const listener of systemChanged) listener();
    expect(seen()).toEqual(LIGHT);
  });

  it('follows another tab', async () => {
    const { followTheme } = await load();
    followTheme();
    window.dispatchEvent(new StorageEvent('storage', { key: 'baton-theme', newValue: 'dark' }));
    expect(seen()).toEqual(DARK);
  });
});
