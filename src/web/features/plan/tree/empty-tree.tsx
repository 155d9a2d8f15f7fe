import { FileText, List, ListFilter, Plus } from 'lucide-react';
import { useState } from 'react';
import { PLAN_TEXTS as T } from '#contract/plan-texts.ts';
import { COVERAGE_TEXTS } from '#contract/prd-texts.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import styles from './empty-tree.module.css';
import { TitleInput } from './title-input.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

interface EmptyTreeProps {
  projectId: string;
  /** Lines of the PRD with the role work; null without a PRD. */
  prdWorkLines: number | null;
  /** Stays mounted while false, to keep the title: a rollback empties the optimistically filled plan again. */
  shown: boolean;
  /** Resolves to whether it was saved. */
  onAdd: (title: string) => Promise<boolean>;
}

export function EmptyTree({ projectId, prdWorkLines, shown, onAdd }: EmptyTreeProps) {
  const locked = useLockedProps();
  /** Initial text of the field; undefined while it is closed. */
  const [title, setTitle] = useState<string>();
  const add = async (written: string) => {
    setTitle(undefined);
    if (!(await onAdd(written))) setTitle(written);
  };
  if (!shown) return null;
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={List}
        heading="h3"
        title={prdWorkLines === null ? T.empty : COVERAGE_TEXTS.noPlan(prdWorkLines)}
        hint={prdWorkLines === null ? T.emptyHint : 'Tell your agent to draft it, or generate the tasks here'}
        action={
          title === undefined && (
            <div className={cx(layout.row, layout.gap8)}>
              <ButtonLink to={paths.prd(projectId)} icon={<FileText />}>
                {prdWorkLines === null ? 'Open PRD' : 'Plan it'}
              </ButtonLink>
              <Button variant="ghost" icon={<Plus />} onClick={() => setTitle('')} {...locked}>
                Add task
              </Button>
            </div>
          )
        }
      >
        {title !== undefined && (
          <div className={styles.firstTask}>
            <TitleInput
              look="alone"
              label="Title of the new task"
              placeholder="New task"
              initial=""
              typed={title}
              onCancel={() => setTitle(undefined)}
              onSubmit={(written) => void add(written)}
            />
          </div>
        )}
      </EmptyState>
    </div>
  );
}

export function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <div className={styles.empty}>
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
