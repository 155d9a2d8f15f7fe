import { Activity, Files, Layers, Lightbulb, type LucideIcon, StickyNote } from 'lucide-react';
import type { NoteType } from '#contract/note.ts';
import { cx } from '#web/ui/cx.ts';
import styles from './note-glyph.module.css';

const GLYPH: Record<NoteType, LucideIcon> = {
  PROGRESS: Activity,
  FINDING: Lightbulb,
  FILE_LIST: Files,
  CONTEXT: Layers,
  OTHER: StickyNote,
};

const HUE: Partial<Record<NoteType, string | undefined>> = {
  PROGRESS: styles.progress,
  FINDING: styles.finding,
  CONTEXT: styles.context,
};

/** The icon alone tells the types apart; the hue is redundant (WCAG 1.4.1). */
export function NoteGlyph({ type, isMuted }: { type: NoteType; isMuted: boolean }) {
  const Icon = GLYPH[type];
  return (
    <span className={cx(styles.glyph, HUE[type], isMuted && styles.muted)} aria-hidden="true">
      <Icon />
    </span>
  );
}
