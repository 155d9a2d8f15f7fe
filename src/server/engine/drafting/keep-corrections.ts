import type { KeptRole, Reading } from '#contract/requirement.ts';
import { splitLines } from '#server/prd/index.ts';
import type { Correction } from '../planner.ts';
import { cleanLine } from './clean-text.ts';
import { ownLines } from './own-lines.ts';

const EXCERPT_MAX = 200;

/** A planner's corrections as roles to store, attributed to it; `reading` is the one they correct. */
export function keepCorrections(
  { content, reading }: { content: string; reading: Reading },
  corrections: readonly Correction[],
  by: { label: string; at: Date },
): KeptRole[] {
  const lines = splitLines(content);
  const claims = corrections.map(({ start_line, end_line, role }) => ({ start: start_line, end: end_line, by: role }));
  const owners = ownLines(claims, lines.length);
  const kept = reading.blocks.flatMap((block): KeptRole[] => {
    const role = owners.slice(block.start_line, block.end_line + 1).find((owner) => owner !== undefined);
    if (role === undefined) return [];
    const text = lines.slice(block.start_line - 1, block.end_line).join(' ');
    return [
      {
        key: block.key,
        scope: 'block',
        role,
        excerpt: cleanLine(text.slice(0, EXCERPT_MAX * 4), EXCERPT_MAX),
        set_by: { kind: 'system', id: null, name: by.label },
        set_at: by.at.toISOString(),
      },
    ];
  });
  return [...new Map(kept.map((role) => [role.key, role])).values()];
}
