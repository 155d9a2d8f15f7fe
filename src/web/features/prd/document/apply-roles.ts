import type { RoleSetting } from '#contract/prd.ts';
import type { EventActor } from '#contract/fields.ts';
import { countLines, holdsLine } from './split-lines.ts';
import type { ShownBlock, ShownReading } from './shown-reading.ts';

/** Optimistic update of the reading. A role that is reset (null) stays until the server has read the text again. */
export function applyRoles(reading: ShownReading, settings: readonly RoleSetting[], by: EventActor): ShownReading {
  const counts = reading.counts && { ...reading.counts };
  const set = new Map<ShownBlock, ShownBlock>();
  for (const setting of settings) {
    if (setting.role === null) continue;
    for (const block of meantBy(reading, setting)) {
      const before = set.get(block) ?? block;
      if (counts && before.role !== undefined) {
        const lines = countLines(reading.lines, block);
        counts[before.role] -= lines;
        counts[setting.role] += lines;
      }
      set.set(block, { ...block, role: setting.role, reason: 'set', set_by: by });
    }
  }
  if (set.size === 0) return reading;
  const blocks = reading.blocks.map((block) => set.get(block) ?? block);
  const decisions = reading.decisions.filter((decision) =>
    blocks.some(({ role, start_line }) => role === 'unsure' && holdsLine(decision, start_line)),
  );
  return { ...reading, blocks, counts, decisions };
}

/** Roles are stored by a key of the text, so all blocks with the same text get the role. */
function meantBy({ blocks, sections }: ShownReading, { key, scope, lines }: RoleSetting): ShownBlock[] {
  if (lines) return blocks.filter(({ start_line }) => lines.start <= start_line && start_line <= lines.end);
  if (scope !== 'section') return blocks.filter((block) => block.key === key);
  const meant = sections.filter((section) => section.key === key);
  return blocks.filter(({ start_line }) => meant.some((section) => holdsLine(section, start_line)));
}
