export type Look = 'light' | 'dark';
export type ThemeChoice = Look | 'system';

export const THEME_KEY = 'baton-theme';
const CANVAS: Record<Look, string> = { light: '#f9f7f4', dark: '#0d0c0a' };
const CYCLE: Record<ThemeChoice, ThemeChoice> = { light: 'dark', dark: 'system', system: 'light' };

export function parseThemeChoice(stored: string | null): ThemeChoice {
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export const nextInCycle = (choice: ThemeChoice) => CYCLE[choice];
export const oppositeOf = (look: Look): Look => (look === 'dark' ? 'light' : 'dark');
export const resolveLook = (choice: ThemeChoice, systemIsDark: boolean): Look =>
  choice === 'system' ? (systemIsDark ? 'dark' : 'light') : choice;

export interface Theme {
  choice: ThemeChoice;
  look: Look;
}

const listeners = new Set<() => void>();
let current: Theme | undefined;

const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');

function readStored() {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null;
  }
}

function apply(choice: ThemeChoice) {
  const look = resolveLook(choice, systemDark().matches);
  if (current?.choice === choice && current.look === look) return current;
  current = { choice, look };
  const root = document.documentElement;
  root.dataset['theme'] = look;
  root.style.colorScheme = look;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', CANVAS[look]);
  for (const listener of listeners) listener();
  return current;
}

export const getTheme = (): Theme => current ?? apply(parseThemeChoice(readStored()));

export function setTheme(choice: ThemeChoice) {
  try {
    localStorage.setItem(THEME_KEY, choice);
  } catch {
    // Storage is not accessible (private window): the choice lasts as long as the page.
  }
  apply(choice);
}

/** For the button: sets the opposite of the look shown now, also from "system". */
export const toggleTheme = () => setTheme(oppositeOf(getTheme().look));

/** For the shortcut: light, dark, system, light. */
export const cycleTheme = () => setTheme(nextInCycle(getTheme().choice));

export function subscribeTheme(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Applies changes of the system's colour scheme and of the choice in other tabs. */
export function followTheme() {
  getTheme();
  systemDark().addEventListener('change', () => apply(getTheme().choice));
  window.addEventListener('storage', (event) => {
    if (event.key === THEME_KEY) apply(parseThemeChoice(event.newValue));
  });
}
