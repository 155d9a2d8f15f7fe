import { FileText, List, ListFilter, Plus } from 'lucide-react';
import { useState } from 'react';
import { PLAN_TEXTS as T } from '#contract/texts.ts';
import { useLockedProps } from '#web/lib/edit-lock.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TitleInput } from './title-input.tsx';

/** A plan without tasks: a specification makes them, or a person writes the first one. */
export function EmptyTree({ projectId, onAdd }: { projectId: string; onAdd: (title: string) => void }) {
  const locked = useLockedProps();
  const [adding, setAdding] = useState(false);
  const close = () => setAdding(false);
  return (
    <div className="tree-empty">
      <EmptyState
        icon={List}
        heading="h3"
        title={T.empty}
        hint={T.emptyHint}
        action={
          adding ? (
            <div className="first-task">
              <TitleInput
                label="Title of the new task"
                placeholder="New task"
                initial=""
                onCancel={close}
                onSubmit={(title) => {
                  close();
                  onAdd(title);
                }}
              />
            </div>
          ) : (
            <div className="row g2">
              <ButtonLink to={paths.prd(projectId)} icon={<FileText />}>
                Open PRD
              </ButtonLink>
              <Button variant="ghost" icon={<Plus />} onClick={() => setAdding(true)} {...locked}>
                Add task
              </Button>
            </div>
          )
        }
      />
    </div>
  );
}

export function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <div className="tree-empty">
      <EmptyState
        icon={ListFilter}
        heading="h3"
        title="No tasks match"
        hint="Other words, lists or statuses may find them"
        action={<Button onClick={onShowAll}>Show all</Button>}
      />
    </div>
  );
}
