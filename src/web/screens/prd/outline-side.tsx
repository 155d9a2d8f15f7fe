import { Sparkles, TriangleAlert } from 'lucide-react';
import { PRD_MAX_CHARACTERS } from '#contract/constants.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { GENERATION_TEXTS as T } from '#contract/texts.ts';
import { type GenerationFlow, OutlineCard, useEngine } from '#web/features/engine/index.ts';
import { exportPlan, type PlanView } from '#web/features/plan/index.ts';
import { GenerationUsage } from '#web/features/subscription/index.ts';
import { useEditLock } from '#web/lib/edit-lock.ts';
import type { GenerationRun } from '#web/lib/live-generation.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useShortcut } from '#web/lib/use-shortcut.ts';
import { Button } from '#web/ui/button.tsx';
import { Keys } from '#web/ui/keys.tsx';
import type { Draft } from './draft.ts';

interface OutlineSideProps {
  project: ProjectSummary;
  plan: PlanView | undefined;
  draft: Draft;
  flow: GenerationFlow;
  run: GenerationRun | undefined;
}

/** A run that has said nothing for so long is not waited for. */
const SILENT_AFTER = 2 * 60_000;

/** Beside the editor: what was found, what is at stake, and the button. */
export function OutlineSide({ project, plan, draft, flow, run }: OutlineSideProps) {
  const engine = useEngine();
  const lock = useEditLock();
  const now = useNow();
  const busy = flow.stage.at === 'generating';
  const isAsking = flow.stage.at === 'idle' || flow.stage.at === 'checking';
  const isElsewhere = !busy && run?.state === 'running' && now - Date.parse(run.heardAt) < SILENT_AFTER;
  const reason = busy ? undefined : (lock?.reason ?? (isElsewhere ? elsewhere(run) : reasonOf(draft)));
  useShortcut({
    keys: 'mod+enter',
    label: T.generate,
    group: 'PRD',
    inInputs: true,
    run: () => !isElsewhere && !lock && flow.start(),
  });
  return (
    <>
      <OutlineCard content={draft.content} />
      {/* The plan that has just been made needs no warning of itself. */}
      {plan && plan.counts.tasks > 0 && isAsking && (
        <PlanWarning project={project} plan={plan} canCheck={reason === undefined} onCheck={flow.start} />
      )}
      <section className="card go" aria-label={T.generate}>
        <GenerationUsage />
        {engine.data && <p className="small t3 hide-s">Planned by: {engine.data.label}</p>}
        <Button
          variant="primary"
          size="lg"
          full
          icon={<Sparkles />}
          busy={busy}
          disabled={reason !== undefined}
          aria-describedby={reason === undefined ? undefined : 'generate-reason'}
          onClick={flow.start}
        >
          {busy ? T.busy : T.generate}
          {!busy && (
            <span className="end hide-s">
              <Keys keys="mod+enter" />
            </span>
          )}
        </Button>
        {reason !== undefined && (
          <p className="small t3" id="generate-reason">
            {reason}
          </p>
        )}
      </section>
    </>
  );
}

function reasonOf({ content }: Draft) {
  if (content.trim() === '') return T.specificationText;
  if (content.length > PRD_MAX_CHARACTERS)
    return `A specification may have ${PRD_MAX_CHARACTERS.toLocaleString('en-US')} characters at most.`;
  return undefined;
}

const elsewhere = ({ listName, tasks }: GenerationRun) =>
  ['A plan is being generated for this project', listName, tasks !== undefined && `${tasks} tasks so far`]
    .filter(Boolean)
    .join(' · ');

interface PlanWarningProps {
  project: ProjectSummary;
  plan: PlanView;
  canCheck: boolean;
  onCheck: () => void;
}

function PlanWarning({ project, plan, canCheck, onCheck }: PlanWarningProps) {
  const { tasks, done } = plan.counts;
  const number = (value: number) => value.toLocaleString('en-US');
  return (
    <section className="card rep" aria-labelledby="plan-warning">
      <div className="row g2">
        <TriangleAlert />
        <h2 id="plan-warning">This changes the current plan</h2>
      </div>
      <p className="small">
        {tasks === 1 ? '1 task is' : `${number(tasks)} tasks are`} in the plan now, {number(done)} of them done. You
        choose how before anything happens.{' '}
        {canCheck && (
          <>
            <button type="button" className="link" onClick={onCheck}>
              See what changes
            </button>{' '}
            or{' '}
          </>
        )}
        <button type="button" className="link" onClick={() => void exportPlan(project, 'markdown')}>
          {canCheck ? 'download it as Markdown' : 'Download it as Markdown'}
        </button>{' '}
        first.
      </p>
    </section>
  );
}
