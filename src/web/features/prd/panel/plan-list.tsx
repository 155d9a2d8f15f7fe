import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PrdDecision } from '#contract/requirement.ts';
import { RoleGlyph } from '../reading/role-glyph.tsx';
import type { NamedPlan, NamedTask } from '../tracing/named-plan.ts';
import { ListHead, TaskRow, type TaskRowActions } from './task-rows.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './plan-list.module.css';

/** With more tasks than this only the first list starts expanded. */
const MANY_TASKS = 60;

interface PlanListProps {
  plan: NamedPlan;
  decisions: readonly PrdDecision[];
  /** The task clicked in the margin; a new object per click, so that the same one can be shown twice. */
  asked: { task: NamedTask } | undefined;
  /** The task whose lines are highlighted. */
  lit: string | undefined;
  onLight: (taskKey: string | undefined) => void;
  onShow: (task: NamedTask) => void;
  onDecide: (decision: PrdDecision) => void;
  addressOf: (taskId: string) => string;
}

/** Open decisions, shown as the tasks they would become, above the lists with their tasks. */
export function PlanList({ plan, decisions, asked, lit, onLight, onShow, onDecide, addressOf }: PlanListProps) {
  const box = useRef<HTMLDivElement>(null);
  const startsOpen = plan.tasks.size <= MANY_TASKS;
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isListOpen = (key: string, at: number) => changed.get(key) ?? (startsOpen || at === 0);

  const unfold = useCallback(
    (key: string, open: boolean) => setChanged((before) => new Map(before).set(key, open)),
    [],
  );
  const actions = useMemo<TaskRowActions>(
    () => ({ onLight, onShow, addressOf, onUnfold: unfold }),
    [onLight, onShow, addressOf, unfold],
  );
  const [shown, setShown] = useState(asked);
  if (asked !== shown) {
    setShown(asked);
    const home = plan.lists.find(({ tasks }) => tasks.some(({ key }) => key === asked?.task.key))?.key;
    if (home !== undefined) unfold(home, true);
  }
  useEffect(() => {
    if (!asked) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-task="${CSS.escape(asked.task.key)}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    row?.querySelector<HTMLElement>('[data-part=task]')?.focus({ preventScroll: true });
  }, [asked]);

  return (
    <div ref={box} className={cx(styles.plan, layout.scroll)}>
      {decisions.length > 0 && <ToDecide decisions={decisions} onDecide={onDecide} />}
      {plan.lists.map((list, at) => (
        <section key={list.key} aria-label={list.name}>
          <ListHead list={list} isOpen={isListOpen(list.key, at)} actions={actions} />
          {isListOpen(list.key, at) && (
            <ul className={styles.tasks}>
              {list.tasks.map((task) => (
                <TaskRow
                  key={task.key}
                  task={task}
                  isOpen={changed.get(task.key) ?? false}
                  isOn={lit === task.key}
                  actions={actions}
                />
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

const SHOWN = 20;

function ToDecide({ decisions, onDecide }: Pick<PlanListProps, 'decisions' | 'onDecide'>) {
  return (
    <section className={styles.toDecide} aria-label="To decide">
      <h3>
        To decide <span className={styles.count}> {decisions.length}</span>
      </h3>
      <ul>
        {decisions.slice(0, SHOWN).map((decision) => (
          <li key={`${decision.scope} ${decision.key} ${decision.start_line}`}>
            <button type="button" className={styles.row} onClick={() => onDecide(decision)}>
              <RoleGlyph of="unsure" />
              <span className={cx(styles.title, typography.truncate)}>{decision.task.title || decision.heading}</span>
              <span className={cx(styles.count, layout.pushEnd)}>
                {decision.lines === 1 ? `line ${decision.start_line}` : `${decision.lines} lines`}
              </span>
            </button>
          </li>
        ))}
        {decisions.length > SHOWN && (
          <li className={cx(typography.small, typography.tertiary, styles.more)}>
            {decisions.length - SHOWN} more in the document
          </li>
        )}
      </ul>
    </section>
  );
}
