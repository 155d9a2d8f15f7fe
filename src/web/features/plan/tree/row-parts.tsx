import { useState } from 'react';
import { TASK_LIST_NAME_MAX } from '#contract/constants.ts';
import type { PlanView } from '../data/plan-view.ts';
import { isBlocked } from './filter-plan.ts';
import { TitleInput } from './title-input.tsx';
import { DraftNode, type NodeProps } from './tree-node.tsx';
import { type DraftRow as Draft, type ListRow, numberOf, type TaskRow, titleOf } from './tree-row.ts';
import type { TreeEdits } from './use-tree-edits.ts';

type Facts = Omit<NodeProps, 'selected' | 'current' | 'changed' | 'pending' | 'dragged' | 'top' | 'editor'>;

/** What a row shows of its task or list. A list is done when everything in it is. */
export function factsOf(plan: PlanView, row: TaskRow | ListRow): Facts {
  const { done, total } = plan.countOf(row.id);
  const { id, level, position, setSize, expanded, lit, elbow, hit } = row;
  const place = { id, level, position, setSize, expanded, lit, elbow, hit };
  const shared = { ...place, title: titleOf(row), active: plan.active.has(id), done, total };
  if (row.kind === 'task') {
    const { status, prd_state: prdState, is_enabler: enabler } = row.task;
    return { ...shared, number: numberOf(row.task), status, blocked: isBlocked(row.task), prdState, enabler };
  }
  const marks = { blocked: false, prdState: null, enabler: false };
  return { ...shared, number: undefined, status: total > 0 && done === total ? 'done' : 'open', ...marks };
}

export function NameEditor({ row, edits }: { row: TaskRow | ListRow; edits: TreeEdits }) {
  // The row as it was at the start: a name is written onto what was seen, not onto what came meanwhile.
  const [seen] = useState(row);
  return (
    <TitleInput
      label={row.kind === 'list' ? 'List name' : 'Task title'}
      initial={titleOf(seen)}
      typed={edits.renaming?.typed}
      {...(row.kind === 'list' && { max: TASK_LIST_NAME_MAX })}
      onSubmit={(text) => edits.submitName(seen, text)}
      onCancel={() => edits.rename(undefined)}
    />
  );
}

export function DraftRow({ row, top, edits }: { row: Draft; top: number; edits: TreeEdits }) {
  const isList = row.level === 1;
  return (
    <DraftNode level={row.level} top={top}>
      <TitleInput
        key={edits.draft?.attempt}
        label={isList ? 'Name of the new list' : 'Title of the new task'}
        placeholder={isList ? 'New list' : 'New task'}
        initial={edits.draft?.text ?? ''}
        chain={!isList}
        {...(isList && { max: TASK_LIST_NAME_MAX })}
        onType={edits.typeDraft}
        onSubmit={edits.submitDraft}
        onCancel={edits.closeDraft}
      />
    </DraftNode>
  );
}
