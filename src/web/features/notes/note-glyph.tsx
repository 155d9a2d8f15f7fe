import {
  Activity,
  Check,
  Files,
  Layers,
  Lightbulb,
  type LucideIcon,
  MessageCircleQuestionMark,
  StickyNote,
} from 'lucide-react';
import type { Note, NoteType } from '#contract/note.ts';
import { isAnswerNote, isQuestionNote } from '#contract/question-notes.ts';
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
export function NoteGlyph({ note, isMuted }: { note: Note; isMuted: boolean }) {
  const [Icon, hue] = lookOf(note);
  return (
    <span className={cx(styles.glyph, hue, isMuted && styles.muted)} aria-hidden="true">
      <Icon />
    </span>
  );
}

function lookOf(note: Note): [LucideIcon, string | undefined] {
  if (isQuestionNote(note)) return [MessageCircleQuestionMark, styles.person];
  if (isAnswerNote(note)) return [Check, styles.person];
  return [GLYPH[note.type], HUE[note.type]];
}
