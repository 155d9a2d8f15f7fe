export interface Stroke {
  key: string;
  mod: boolean;
  alt: boolean;
  shift: boolean;
}

const NAMED: Record<string, string> = { space: ' ', esc: 'escape' };

/** "g p" is two strokes, "mod+k" one: mod matches Cmd and Ctrl, on every platform. */
export function parseKeys(keys: string): Stroke[] {
  return keys.split(' ').map((part) => {
    const names = part.length > 1 ? part.split('+') : [part];
    const name = (names.at(-1) ?? '').toLowerCase();
    return {
      key: NAMED[name] ?? name,
      mod: names.includes('mod'),
      alt: names.includes('alt'),
      shift: names.includes('shift'),
    };
  });
}

/** A stroke that types a character: WCAG 2.1.4 asks that such shortcuts can be switched off. */
export const typesCharacter = ({ key, mod, alt }: Stroke) => key.length === 1 && !mod && !alt;

export function matchesStroke(stroke: Stroke, event: KeyboardEvent) {
  if (stroke.mod !== (event.metaKey || event.ctrlKey) || stroke.alt !== event.altKey) return false;
  const isLetter = /^[a-z]$/.test(stroke.key);
  // Which punctuation needs Shift depends on the keyboard layout ("?"): Shift is compared for letters and named keys only.
  if ((isLetter || stroke.key.length > 1) && stroke.shift !== event.shiftKey) return false;
  // With Alt a Mac types another character ("†" for T), so the physical key (`code`) is compared too.
  if (stroke.alt && isLetter)
    return event.code === `Key${stroke.key.toUpperCase()}` || event.key.toLowerCase() === stroke.key;
  return event.key.toLowerCase() === stroke.key;
}

export const sameStroke = (a: Stroke, b: Stroke | undefined) =>
  b !== undefined && a.key === b.key && a.mod === b.mod && a.alt === b.alt && a.shift === b.shift;
