import { Activity, Layers, ListFilter } from 'lucide-react';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { labelOf, type NotesTab } from './tabs.ts';
import styles from './empty-notes.module.css';

export interface EmptyNotesProps {
  title: string | undefined;
  tab: NotesTab;
  all: number;
  onShowAll: () => void;
}

/** An empty tab gets another text than a task without any note. */
export function EmptyNotes({ title, tab, all, onShowAll }: EmptyNotesProps) {
  const hint = title === undefined ? NOTE_TEXTS.hintSelect : NOTE_TEXTS.hintTask;
  if (tab === 'all') {
    return (
      <EmptyState
        className={styles.empty}
        icon={title === undefined ? Activity : Layers}
        title={title === undefined ? NOTE_TEXTS.selectTask : NOTE_TEXTS.noneForTask(title)}
        hint={hint}
        heading="h3"
      />
    );
  }
  const none = title === undefined ? NOTE_TEXTS.noneOfType : NOTE_TEXTS.noneOfTypeForTask;
  return (
    <EmptyState
      className={styles.empty}
      icon={ListFilter}
      title={none(labelOf(tab))}
      hint={all > 0 ? undefined : hint}
      heading="h3"
      action={
        all > 0 && (
          <Button size="sm" variant="ghost" onClick={onShowAll}>
            Show all {all.toLocaleString('en-US')} {all === 1 ? 'note' : 'notes'}
          </Button>
        )
      }
    />
  );
}
