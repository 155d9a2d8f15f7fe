import type { LucideIcon } from 'lucide-react';
import { matchesStroke, parseKeys, sameStroke, type Stroke, typesCharacter } from './key-strokes.ts';

export interface Shortcut {
  /** One key ("t", "arrowdown", "*"), a combination ("mod+k", "alt+arrowup", "shift+a") or a chord ("g p"). */
  keys: string;
  /** Alternative keys for the same action, such as "arrowdown" beside "j". */
  also?: readonly string[];
  label: string;
  group?: string;
  /** Drawn beside the label in the command menu. */
  icon?: LucideIcon;
  /** Of use only as a key, such as “Next row”: not listed in the command menu. */
  keyOnly?: boolean;
  /** Returns false when it does not apply: the key then goes to the next matching shortcut. */
  run: (event?: KeyboardEvent) => unknown;
  inInputs?: boolean;
  inDialogs?: boolean;
  /** Also runs on the repeated keydown events of a key held down. */
  repeats?: boolean;
  /** Works only while the focus is inside this element. Such shortcuts are not listed in the command menu. */
  within?: () => Element | null;
  /** Higher runs first; among equals the one registered last. Escape clears a filter before a selection this way. */
  priority?: number;
}

/** What a page registers: the command menu lists it, so it has an icon, unless it is of use only as a key or in one element. */
export type PageShortcut = Shortcut &
  ({ icon: LucideIcon } | { keyOnly: true } | { within: NonNullable<Shortcut['within']> });

interface Registered {
  shortcut: Shortcut;
  ways: Stroke[][];
}

/** A shortcut that the key completes, or of whose chord it is the next stroke. */
interface Reached {
  entry: Registered;
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

/** Returns the function that unregisters it. */
export function registerShortcut(shortcut: Shortcut) {
  const entry = { shortcut, ways: [shortcut.keys, ...(shortcut.also ?? [])].map(parseKeys) };
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

/** WCAG 2.1.4: shortcuts of single characters can be switched off. */
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
    // Without storage the setting is lost, and the shortcuts stay on.
  }
  changed();
}

function isTyping(event: KeyboardEvent) {
  // Inside a shadow root (an embedded editor) event.target is only the host; the composed path has the real target.
  const target = event.composedPath()[0] ?? event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return (
    target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'range', 'button', 'submit', 'reset'].includes(target.type)
  );
}

function canRun({ shortcut }: Registered, event: KeyboardEvent) {
  if (event.repeat && !shortcut.repeats) return false;
  if (!shortcut.inInputs && isTyping(event)) return false;
  if (shortcut.within && !(event.target instanceof Node && shortcut.within()?.contains(event.target))) return false;
  return shortcut.inDialogs || document.querySelector('dialog[open]') === null;
}

/** For shortcuts in reverse order of registration: the order in which a key tries them. */
export const byPriority = (a: Shortcut, b: Shortcut) => (b.priority ?? 0) - (a.priority ?? 0);

/** Runs the shortcut this key completes, or stores it as the first stroke of a chord. */
function handleShortcutKey(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return;
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
  const usable = registry
    .toReversed()
    .toSorted((a, b) => byPriority(a.shortcut, b.shortcut))
    .filter((entry) => canRun(entry, event));
  if (event.repeat && usable.length === 0) return;
  const before = begun && event.timeStamp - begun.at <= CHORD_WAIT ? begun.strokes : [];
  begun = undefined;

  for (const typed of before.length > 0 ? [before, []] : [[]]) {
    const reached = usable.flatMap((entry) => reach(entry, typed, event));
    const complete = reached.filter(({ strokes }) => strokes.length === typed.length + 1);
    if (complete.some(({ entry }) => entry.shortcut.run(event) !== false)) {
      event.preventDefault();
      return;
    }
    const started = reached.find(({ strokes }) => strokes.length > typed.length + 1);
    if (started) {
      begun = { strokes: started.strokes.slice(0, typed.length + 1), at: event.timeStamp };
      return;
    }
  }
}

function reach(entry: Registered, typed: Stroke[], event: KeyboardEvent): Reached[] {
  const on = singleKeysOn();
  const strokes = entry.ways.find((way) => {
    const next = way[typed.length];
    if (!next || (!on && way.every(typesCharacter))) return false;
    return typed.every((stroke, i) => sameStroke(stroke, way[i])) && matchesStroke(next, event);
  });
  return strokes ? [{ entry, strokes }] : [];
}

export function installShortcuts(target: Window) {
  target.addEventListener('keydown', handleShortcutKey);
  return () => target.removeEventListener('keydown', handleShortcutKey);
}
