import { Activity, Files, Layers, Lightbulb, type LucideIcon, StickyNote } from 'lucide-react';
import type { NoteType } from '#contract/note.ts';
import { cx } from '#web/ui/cx.ts';

const GLYPH: Record<NoteType, LucideIcon> = {
  PROGRESS: Activity,
  FINDING: Lightbulb,
  FILE_LIST: Files,
  CONTEXT: Layers,
  OTHER: StickyNote,
};

/** Types differ by their drawing; the hue on it only helps. */
export function NoteGlyph({ type }: { type: NoteType }) {
  const Icon = GLYPH[type];
  return (
    <span className={cx('gl', type.toLowerCase())} aria-hidden="true">
      <Icon />
    </span>
  );
}
