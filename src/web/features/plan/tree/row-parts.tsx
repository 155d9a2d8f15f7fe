import { useState } from 'react';
import { TASK_LIST_NAME_MAX } from '#contract/constants.ts';
import type { Task } from '#contract/task.ts';
import { plainLine } from '#markdown/plain-text.ts';
import { isAsking } from '../data/needs-you.ts';
import type { PlanView } from '../data/plan-view.ts';
import { isBlocked } from './filter-plan.ts';
import { TitleInput } from './title-input.tsx';
import { DraftNode, type NodeProps } from './tree-node.tsx';
import { type DraftRow as Draft, type ListRow, numberOf, type TaskRow, titleOf } from './tree-row.ts';
import type { TreeEdits } from './use-tree-edits.ts';

type Facts = Omit<NodeProps, 'selected' | 'current' | 'changed' | 'pending' | 'dragged' | 'top' | 'editor'>;

/** Props of a row. A list is done when all its tasks are. */
export function factsOf(plan: PlanView, row: TaskRow | ListRow): Facts {
  const { done, total } = plan.countOf(row.id);
  const { id, level, position, setSize, expanded, lit, elbow, hit } = row;
  const place = { id, level, position, setSize, expanded, lit, elbow, hit };
  const asksBelow = plan.asksBelow(id);
  const shared = { ...place, title: titleOf(row), active: plan.active.has(id), done, total, asksBelow };
  if (row.kind === 'task') {
    const { status, prd_state: prdState, is_enabler: enabler } = row.task;
    const stopped = { blocked: isBlocked(row.task), why: shortReason(row.task), asking: isAsking(row.task) };
    const after = findAskedBefore(plan, row.task);
    const holder = plan.batonOf(row.id)?.holder.name;
    return { ...shared, ...stopped, number: numberOf(row.task), status, holder, prdState, enabler, after };
  }
  const none = { why: undefined, holder: undefined, after: undefined, prdState: null };
  const marks = { ...none, blocked: false, asking: false, enabler: false };
  return { ...shared, number: undefined, status: total > 0 && done === total ? 'done' : 'open', ...marks };
}

/** An open question holds up also what waits for its task. */
function findAskedBefore(plan: PlanView, { id, status }: Task): string | undefined {
  const asked = status === 'open' ? plan.blockedBy(id).find(isAsking) : undefined;
  return asked && numberOf(asked);
}

const REASON_SHOWN = 60;

function shortReason({ blocked_reason }: Task): string | undefined {
  const reason = plainLine(blocked_reason ?? '');
  if (reason === '') return undefined;
  return reason.length > REASON_SHOWN ? `${reason.slice(0, REASON_SHOWN - 1).trimEnd()}…` : reason;
}

export function NameEditor({ row, edits }: { row: TaskRow | ListRow; edits: TreeEdits }) {
  // Captured on mount: the rename is based on the version the person saw, so that a newer name is a conflict.
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
