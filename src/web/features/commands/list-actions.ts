import { byPriority, type Shortcut } from '#web/lib/keys/shortcuts.ts';

const OWN_KEYS = ['mod+k', 'escape', 'esc'];

/**
 * One entry for each key, in order of registration, and named after the shortcut that the key tries first. It does what the
 * key does: a shortcut that does not apply leaves it to the next one. Shortcuts bound to an element are left out.
 */
export function listActions(shortcuts: readonly Shortcut[]): Shortcut[] {
  const ofKeys = new Map<string, Shortcut[]>();
  for (const each of shortcuts)
    if (each.within === undefined && !each.keyOnly && !OWN_KEYS.includes(each.keys))
      ofKeys.set(each.keys, [...(ofKeys.get(each.keys) ?? []), each]);
  return [...ofKeys.values()].flatMap((same) => {
    const inOrder = same.toReversed().toSorted(byPriority);
    const [first] = inOrder;
    return first ? [{ ...first, run: () => inOrder.some(({ run }) => run() !== false) }] : [];
  });
}
