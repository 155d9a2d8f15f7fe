import { Activity, Layers, ListFilter } from 'lucide-react';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { labelOf, type NotesTab } from './tabs.ts';

export interface EmptyNotesProps {
  /** The selected task's title. */
  title: string | undefined;
  tab: NotesTab;
  /** Notes under all tabs together. */
  all: number;
  onShowAll: () => void;
}

/** Nothing under this tab is told from nothing at all. */
export function EmptyNotes({ title, tab, all, onShowAll }: EmptyNotesProps) {
  const hint = title === undefined ? NOTE_TEXTS.hintSelect : NOTE_TEXTS.hintTask;
  if (tab === 'all') {
    return (
      <EmptyState
        className="note-empty"
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
      className="note-empty"
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
