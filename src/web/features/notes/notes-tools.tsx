import { ArrowDownWideNarrow, ArrowUpNarrowWide, ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { ChosenChip } from '#web/ui/chip.tsx';
import type { NotesSort } from './tabs.ts';
import layout from '#web/styles/layout.module.css';

export interface NotesToolsProps {
  title: string | undefined;
  onClearTask: () => void;
  isAllOpen: boolean;
  onToggleAll: () => void;
  sort: NotesSort;
  onSort: (sort: NotesSort) => void;
}

export function NotesTools({ title, onClearTask, isAllOpen, onToggleAll, sort, onSort }: NotesToolsProps) {
  const openAll = isAllOpen ? NOTE_TEXTS.collapseAll : NOTE_TEXTS.expandAll;
  const isNewest = sort === 'newest';
  return (
    <div className="note-tools">
      {title !== undefined && (
        <ChosenChip removeLabel="Clear task filter" onRemove={onClearTask}>
          {title}
        </ChosenChip>
      )}
      <span className={layout.grow} />
      <Tooltip label={openAll} shortcut="e">
        <Button
          size="sm"
          variant="ghost"
          iconWhenNarrow
          icon={isAllOpen ? <ChevronsDownUp /> : <ChevronsUpDown />}
          onClick={onToggleAll}
        >
          {openAll}
        </Button>
      </Tooltip>
      <Tooltip label="Change order" shortcut="o">
        <Button
          size="sm"
          variant="ghost"
          iconWhenNarrow
          icon={isNewest ? <ArrowDownWideNarrow /> : <ArrowUpNarrowWide />}
          onClick={() => onSort(isNewest ? 'oldest' : 'newest')}
        >
          {isNewest ? NOTE_TEXTS.newestFirst : NOTE_TEXTS.oldestFirst}
        </Button>
      </Tooltip>
    </div>
  );
}
