import { Check, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { PLAN_TEXTS } from '#contract/plan-texts.ts';
import { COVERAGE_TEXTS } from '#contract/prd-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { useMe } from '#web/features/account/index.ts';
import { ConnectionFact } from '#web/features/api-keys/index.ts';
import { useEngine } from '#web/features/engine/index.ts';
import { type PlanView, UndoStep } from '#web/features/plan/index.ts';
import { AgentWay, BuiltInWay, ModelWay, PlanList, type Way, Ways } from '#web/features/prd/index.ts';
import { useLooksOnly } from '#web/lib/live/edit-lock.ts';
import type { Drafted } from '#web/lib/live/live-generation.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/dot.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel, PanelHeader, PanelTitle } from '#web/ui/panel.tsx';
import type { PrdDocument } from './use-document.ts';
import type { Workbench } from './use-workbench.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import icon from '#web/styles/icon.module.css';
import styles from './prd-plan-panel.module.css';
import prd from './prd.module.css';

interface PlanPanelProps {
  project: ProjectSummary;
  plan: PlanView | undefined;
  doc: PrdDocument;
  bench: Workbench;
  way: Way;
  onWay: (way: Way) => void;
  /** Planning by the person's agent: saves the text if needed and copies the line to tell it. */
  agent: {
    isSaving: boolean;
    canSave: boolean;
    isWaiting: boolean;
    saveAndCopy: () => void;
    told: () => void;
    /** The last draft by an agent since this page was opened. */
    drafted: Drafted | undefined;
  };
  /** Coverage and button; null on narrow screens, where they stand in the bottom bar. */
  foot: ReactNode;
}

/** Choice of the planner, its draft or the current plan, and the footer. */
export function PlanPanel(props: PlanPanelProps) {
  const { project, plan, doc, bench, way, onWay, agent } = props;
  const { names, showsDraft, hasPlan } = bench;
  const engine = useEngine();
  const { data: me } = useMe();
  const hasText = doc.content.trim() !== '';
  const looksOnly = useLooksOnly();
  const isOutline = showsDraft && bench.draft?.is_outline === true;
  const isBehind = showsDraft && hasText && !bench.isDraftReady && !bench.error;
  return (
    <Panel className={cx(prd.plan, prd.panel)} sheetOnPhone aria-label="Plan">
      <PanelHeader>
        <PanelTitle>Plan</PanelTitle>
        {hasText && names && names.tasks.size > 0 && (
          <span className={styles.count}>
            {countOf(names.tasks.size, 'task')} in {countOf(names.lists.length, 'list')}
          </span>
        )}
        <span className={layout.grow} />
        {hasPlan && !looksOnly && (
          <SegmentedControl
            label="What is shown"
            size="small"
            value={showsDraft ? 'draft' : 'plan'}
            onChange={(shown) => bench.showDraft(shown === 'draft')}
            options={[
              { value: 'plan', label: 'In place' },
              { value: 'draft', label: 'New draft' },
            ]}
          />
        )}
      </PanelHeader>
      <div className={cx(styles.content, layout.scroll)}>
        {!looksOnly && (
          <Ways way={way} onWay={onWay}>
            {way === 'agent' && (
              <AgentWay
                projectName={project.name}
                hasPlan={hasPlan}
                hasText={hasText}
                isUnsaved={doc.isUnsaved && hasText}
                isSaving={agent.isSaving}
                canSave={agent.canSave}
                onSave={agent.saveAndCopy}
                isWaiting={agent.isWaiting}
                onTold={agent.told}
                connection={<ConnectionFact projectId={project.id} />}
              />
            )}
            {way === 'model' && engine.data && (
              <ModelWay
                label={engine.data.label}
                isSet={engine.data.planner !== 'embedded'}
                isAdmin={me?.is_admin ?? false}
              />
            )}
            {way === 'builtin' && <BuiltInWay isOutline={isOutline} />}
          </Ways>
        )}
        {agent.drafted && <DraftedBy projectId={project.id} drafted={agent.drafted} />}
        {plan && plan.batons.length > 0 && <Held plan={plan} />}
        <div className={styles.head}>
          <b>{showsDraft ? 'Draft' : 'Plan'}</b>
          <span className={typography.truncate}>{showsDraft ? 'built in, from your headings' : 'as it stands'}</span>
          <span className={layout.grow} />
          <span className={typography.truncate}>size and checks</span>
        </div>
        {isOutline && way !== 'builtin' && <p className={styles.outline}>{COVERAGE_TEXTS.outline}</p>}
        <div className={cx(isBehind && styles.stale)} aria-busy={(isBehind && !bench.isTooLong) || undefined}>
          {hasText && names && names.tasks.size + bench.reading.decisions.length > 0 ? (
            <PlanList
              plan={names}
              decisions={bench.reading.decisions}
              asked={bench.asked}
              lit={bench.lit}
              onLight={bench.light}
              onShow={bench.showLines}
              onDecide={({ start_line }) => bench.places.goTo({ line: start_line, focus: true })}
              addressOf={bench.actions.addressOf}
            />
          ) : (
            <NoDraft hasText={hasText} isReading={isBehind} looksOnly={looksOnly} />
          )}
        </div>
      </div>
      {props.foot}
    </Panel>
  );
}

interface NoDraftProps {
  hasText: boolean;
  isReading: boolean;
  looksOnly: boolean;
}

function NoDraft({ hasText, isReading, looksOnly }: NoDraftProps) {
  if (hasText && isReading) return null;
  const noText = looksOnly ? 'Tasks that come from a PRD show up here.' : 'Tasks show up here as you write.';
  const noWork = looksOnly
    ? 'No line asks for work.'
    : 'No line asks for work. Set the role of a line, or write what to build.';
  return (
    <EmptyState
      className={styles.nothing}
      icon={Sparkles}
      heading="h3"
      title={hasText ? 'No tasks in this document' : 'Nothing yet'}
      hint={hasText ? noWork : noText}
    />
  );
}

/** A draft by an agent, with undo. */
function DraftedBy({ projectId, drafted: { actor, data } }: { projectId: string; drafted: Drafted }) {
  const what = PLAN_TEXTS.drafted(actor.name, data);
  return (
    <p className={styles.drafted} role="status">
      <Check className={icon.size14} />
      <span className={layout.grow}>{what}</span>
      {data.checkpoint_id !== null && <UndoStep projectId={projectId} checkpointId={data.checkpoint_id} what={what} />}
    </p>
  );
}

function Held({ plan }: { plan: PlanView }) {
  const names = [...new Set(plan.batons.map(({ holder }) => holder.name))];
  return (
    <p className={styles.held}>
      <Dot tone="baton" pulse />
      <span>
        <b>{new Intl.ListFormat('en').format(names)}</b> {names.length === 1 ? 'holds' : 'hold'} the baton. Held and
        done tasks stay.
      </span>
    </p>
  );
}

const countOf = (count: number, one: string) => `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;
