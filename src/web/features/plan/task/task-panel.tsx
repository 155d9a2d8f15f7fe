import { type ReactNode, useMemo } from 'react';
import { TASK_DESCRIPTION_MAX } from '#contract/constants.ts';
import { QUESTION_TEXTS } from '#contract/question-texts.ts';
import type { Task, TaskList } from '#contract/task.ts';
import { hasTexts } from '#web/lib/live/bare-rows.ts';
import { useNow } from '#web/lib/use-now.ts';
import { BurnUpChart } from '#web/ui/charts/burn-up-chart.tsx';
import { burnUp } from '#web/ui/charts/burn-up.ts';
import { Tag } from '#web/ui/tag.tsx';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import type { PlanView } from '../data/plan-view.ts';
import { usePlanEdits } from '../data/use-plan-edits.ts';
import { isAsking } from '../data/needs-you.ts';
import { QuestionBlock } from '../question/question-block.tsx';
import { Activity } from './activity.tsx';
import { BlockBox } from './block-box.tsx';
import { Brief } from './briefs.tsx';
import { Checks } from './checks.tsx';
import { Dependencies } from './dependencies.tsx';
import { HolderBox } from './holder-box.tsx';
import { PrdSource } from './prd-source.tsx';
import { PrdStateBox } from './prd-state-box.tsx';
import { StatusControl } from './status-control.tsx';
import { Subtasks } from './subtasks.tsx';
import { TaskFooter } from './task-footer.tsx';
import { TaskHeader } from './task-header.tsx';
import { TextBlock } from './text-block.tsx';
import { TitleEditor } from './title-editor.tsx';
import { TextsPending } from './texts-pending.tsx';
import { WorkBox } from './work-box.tsx';
import { useCopyForAgent } from './use-copy-for-agent.ts';
import { tasksUnder } from './tasks-under.ts';
import { useCopyKeys } from './use-copy-keys.ts';
import { useTaskActions } from './use-task-actions.ts';
import { useTexts } from './use-texts.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { Panel, PanelBody } from '#web/ui/panel.tsx';
import panel from '../plan-panel.module.css';
import { TaskNumber } from './task-name.tsx';
import styles from './task-panel.module.css';

const DAYS = 8;

export interface TaskPanelProps {
  plan: PlanView;
  projectId: string;
  task: Task;
  onSelect: (taskId: string) => void;
  /** Filters by this root list; without it the list's name is not a link. */
  onSelectList?: ((listId: string) => void) | undefined;
  onCollapse: () => void;
  headerActions?: ReactNode;
  /** What runs of agents did on it. */
  results?: ReactNode;
  /** The URL asks for the focus in the task's question. */
  wantsAnswer?: boolean | undefined;
  onAnswering?: (() => void) | undefined;
  /** Its question has got its first answer. */
  onAnswered?: ((task: Task) => void) | undefined;
}

export function TaskPanel({
  plan,
  projectId,
  task,
  onSelect,
  onSelectList,
  onCollapse,
  headerActions,
  results,
  wantsAnswer = false,
  onAnswering,
  onAnswered,
}: TaskPanelProps) {
  const edits = usePlanEdits(projectId);
  const texts = useTexts(plan, task);
  const forAgent = useCopyForAgent(plan, task);
  useCopyKeys({ projectId, taskId: task.id, copyForAgent: forAgent.copy });
  useTaskActions({ plan, task, edits, copyForAgent: forAgent.copy });
  const waiting = useDelayedFlag(edits.pending.has(task.id), { delay: 400 });
  const baton = plan.batonOf(task.id);
  const save = async (edit: Parameters<typeof edits.updateTask>[1]) =>
    (await edits.updateTask(task, edit)) !== undefined;
  const saveBrief = async (list: TaskList, brief: string) =>
    (await edits.updateList(list, { operational_brief: brief })) !== undefined;

  return (
    <Panel className={panel.panel} aria-label="Task">
      <TaskHeader
        plan={plan}
        task={task}
        onSelect={onSelect}
        onSelectList={onSelectList}
        onCollapse={onCollapse}
        actions={headerActions}
      />
      {waiting && <i className={styles.pending} aria-hidden="true" />}
      {/* Remounted per task: scroll position, expanded parts and open editors belong to one task. */}
      <PanelBody key={task.id}>
        <div className={styles.body}>
          <div className={cx(layout.row, layout.gap8)}>
            {task.status !== 'open' && <Tag kind={task.status}>{task.status.toUpperCase()}</Tag>}
            {isAsking(task) && <Tag kind="you">{QUESTION_TEXTS.tag}</Tag>}
            {task.blocked_reason !== null && <Tag kind="blocked">BLOCKED</Tag>}
            <TaskNumber>T{task.number}</TaskNumber>
            <span className={cx(typography.tertiary, typography.small, typography.truncate)}>
              {task.task_list_name}
            </span>
            <PrdSource projectId={projectId} task={task} />
          </div>
          <TitleEditor task={task} onSave={(title) => save({ title })} />
          <QuestionBlock
            plan={plan}
            task={task}
            wantsFocus={wantsAnswer}
            onFocused={() => onAnswering?.()}
            onAnswer={async (question, answer) => {
              const isSent = await edits.answerQuestion(task, question, answer);
              if (isSent && question.answer === null) onAnswered?.(task);
              return isSent;
            }}
            onTakeBack={() => edits.withdrawAnswer(task)}
          />
          <Status plan={plan} task={task} onChange={(status) => void edits.updateTask(task, { status })} />
          {baton && <HolderBox baton={baton} onTakeAway={(reason) => edits.takeBatonAway(task, reason)} />}
          {task.blocked_reason !== null && (
            <BlockBox
              reason={task.blocked_reason}
              onLift={() => void edits.updateTask(task, { blocked_reason: null })}
            />
          )}
          {task.prd_state !== null && (
            <PrdStateBox state={task.prd_state} onSeen={() => void edits.updateTask(task, { prd_state: null })} />
          )}
          {texts.isMissing ? (
            <TextsPending error={texts.error} onRetry={texts.retry} />
          ) : (
            <>
              <TextBlock
                draftKey={`description:${task.id}`}
                label="description"
                value={task.description}
                maxLength={TASK_DESCRIPTION_MAX}
                empty="No description yet."
                onSave={(description) => save({ description })}
              />
              <Checks checks={task.checks} onChange={(checks) => save({ checks })} />
            </>
          )}
          {task.work && <WorkBox work={task.work} repositoryUrl={plan.project.repository_url} />}
          {results}
          <Briefs plan={plan} task={task} onSave={saveBrief} />
          <div className={panel.twoColumns}>
            <Subtasks
              plan={plan}
              task={task}
              onSelect={onSelect}
              onBreakDown={(titles, brief) => edits.breakDown(task, titles, brief === '' ? undefined : brief)}
            />
            <Activity projectId={projectId} taskId={task.id} held={baton !== undefined} />
          </div>
          <Dependencies
            plan={plan}
            task={task}
            onSelect={onSelect}
            onAdd={(each, dependsOnId) => void edits.addDependency(each, dependsOnId)}
            onRemove={(each, dependsOnId) => void edits.removeDependency(each, dependsOnId)}
          />
          <ListBurnUp plan={plan} task={task} />
        </div>
      </PanelBody>
      <TaskFooter
        task={task}
        copying={forAgent.busy}
        onCopy={forAgent.copy}
        onDelete={() => void edits.deleteTask(task)}
      />
    </Panel>
  );
}

function Status({ plan, task, onChange }: { plan: PlanView; task: Task; onChange: (status: Task['status']) => void }) {
  const children = plan.childrenOf(task.id).length;
  if (children === 0) return <StatusControl status={task.status} onChange={onChange} />;
  return (
    <p className={cx(layout.row, layout.gap8, typography.small, typography.secondary)}>
      <StatusGlyph status={task.status} label={task.status} />
      Its status follows its {children === 1 ? 'subtask' : `${children} subtasks`}.
    </p>
  );
}

function Briefs({
  plan,
  task,
  onSave,
}: {
  plan: PlanView;
  task: Task;
  onSave: (list: TaskList, brief: string) => Promise<boolean>;
}) {
  const around = plan.lists.get(task.task_list_id);
  const own = plan.childListOf(task.id);
  return (
    <>
      {around && hasTexts(around) && (
        <Brief list={around} title="Operational brief" onSave={(brief) => onSave(around, brief)} />
      )}
      {own && hasTexts(own) && (
        <Brief list={own} title="Operational brief for its subtasks" onSave={(brief) => onSave(own, brief)} />
      )}
    </>
  );
}

function ListBurnUp({ plan, task }: { plan: PlanView; task: Task }) {
  const now = useNow();
  const root = plan.rootOf(task.id);
  const tasks = useMemo(() => (root ? tasksUnder(plan, root.id) : []), [plan, root]);
  const points = useMemo(() => burnUp(tasks, now, DAYS), [tasks, now]);
  if (!root) return null;
  return (
    <div className={styles.burnUp}>
      <BurnUpChart title={`${root.name}, last ${DAYS} days`} points={points} held={plan.active.has(root.id)} />
    </div>
  );
}
