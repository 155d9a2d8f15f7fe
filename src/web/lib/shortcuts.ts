import { matchesStroke, parseKeys, type Stroke } from './key-strokes.ts';

export interface Shortcut {
  /** One key ("t"), a combination ("mod+k", "alt+t") or a chord ("g p"). */
  keys: string;
  label: string;
  group?: string;
  run: () => void;
  inInputs?: boolean;
  inDialogs?: boolean;
}

interface Registered {
  shortcut: Shortcut;
  strokes: Stroke[];
}

const SINGLE_KEYS = 'baton-single-keys';
const CHORD_WAIT = 1_200;
const registry: Registered[] = [];
const listeners = new Set<() => void>();
let snapshot: readonly Shortcut[] = [];
let begun: { strokes: Stroke[]; at: number } | undefined;

function changed() {
  snapshot = registry.map((entry) => entry.shortcut);
  for (const listener of listeners) listener();
}

/** Adds a shortcut until the returned function is called. Of two with the same keys the later wins. */
export function registerShortcut(shortcut: Shortcut) {
  const entry = { shortcut, strokes: parseKeys(shortcut.keys) };
  registry.push(entry);
  changed();
  return () => {
    registry.splice(registry.indexOf(entry), 1);
    changed();
  };
}

export const listShortcuts = () => snapshot;

export function subscribeShortcuts(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** WCAG 2.1.4: keys without Ctrl, Cmd or Alt can be switched off. */
export function singleKeysOn() {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean) {
  try {
    if (on) localStorage.removeItem(SINGLE_KEYS);
    else localStorage.setItem(SINGLE_KEYS, 'off');
  } catch {
    // Without storage the setting cannot be kept; keys stay as they are.
  }
  changed();
}

const isPlain = (strokes: Stroke[]) => strokes.every((stroke) => !stroke.mod && !stroke.alt);

function isTyping(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'reset'].includes(target.type)
  );
}

function canRun({ shortcut, strokes }: Registered, event: KeyboardEvent) {
  if (isPlain(strokes) && !singleKeysOn()) return false;
  if (!shortcut.inInputs && isTyping(event.target)) return false;
  return shortcut.inDialogs || document.querySelector('dialog[open]') === null;
}

/** Runs the shortcut this key completes, or remembers it as the first half of a chord. */
function handleShortcutKey(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
  const before = begun && event.timeStamp - begun.at <= CHORD_WAIT ? begun.strokes : [];
  begun = undefined;

  const usable = registry.toReversed().filter((entry) => canRun(entry, event));
  for (const typed of before.length > 0 ? [before, []] : [[]]) {
    const reached = usable.filter(({ strokes }) => {
      const next = strokes[typed.length];
      return (
        next !== undefined &&
        typed.every((stroke, i) => stroke === strokes[i] || sameStroke(stroke, strokes[i])) &&
        matchesStroke(next, event)
      );
    });
    const complete = reached.find(({ strokes }) => strokes.length === typed.length + 1);
    if (complete) {
      event.preventDefault();
      complete.shortcut.run();
      return;
    }
    const started = reached[0];
    if (started) {
      begun = { strokes: started.strokes.slice(0, typed.length + 1), at: event.timeStamp };
      return;
    }
  }
}

function sameStroke(a: Stroke, b: Stroke | undefined) {
  return b !== undefined && a.key === b.key && a.mod === b.mod && a.alt === b.alt && a.shift === b.shift;
}

export function installShortcuts(target: Window) {
  target.addEventListener('keydown', handleShortcutKey);
  return () => target.removeEventListener('keydown', handleShortcutKey);
}
