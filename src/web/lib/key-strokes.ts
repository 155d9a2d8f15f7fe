export interface Stroke {
  key: string;
  mod: boolean;
  alt: boolean;
  shift: boolean;
}

/** "g p" is two strokes, "mod+k" one: mod is Cmd on a Mac, Ctrl elsewhere, and either is taken. */
export function parseKeys(keys: string): Stroke[] {
  return keys.split(' ').map((part) => {
    const names = part.length > 1 ? part.split('+') : [part];
    return {
      key: (names.at(-1) ?? '').toLowerCase(),
      mod: names.includes('mod'),
      alt: names.includes('alt'),
      shift: names.includes('shift'),
    };
  });
}

export function matchesStroke(stroke: Stroke, event: KeyboardEvent) {
  if (stroke.mod !== (event.metaKey || event.ctrlKey) || stroke.alt !== event.altKey) return false;
  const isLetter = /^[a-z]$/.test(stroke.key);
  // Shift makes other characters of other keys ("?" is Shift+/ on some keyboards), so it only counts for letters.
  if (isLetter && stroke.shift !== event.shiftKey) return false;
  // With Alt a Mac types another character ("†" for T): the physical key decides.
  if (stroke.alt && isLetter)
    return event.code === `Key${stroke.key.toUpperCase()}` || event.key.toLowerCase() === stroke.key;
  return event.key.toLowerCase() === stroke.key;
}
