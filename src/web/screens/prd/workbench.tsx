import { useCallback, useState } from 'react';
import { COVERAGE_TEXTS } from '#contract/prd-texts.ts';
import type { Prd } from '#contract/prd.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { useGeneration, useGenerationRun } from '#web/features/engine/index.ts';
import type { PlanView } from '#web/features/plan/index.ts';
import { type PrdText, useDrafted, useFileIntake, useSavePrd, VersionsDialog } from '#web/features/prd/index.ts';
import { LockNotice } from '#web/features/projects/index.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import { Announcement } from '#web/ui/announcement.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { useNarrow } from '#web/ui/split/use-narrow.ts';
import { DocumentPanel } from './document-panel.tsx';
import { EditTab } from './edit-tab.tsx';
import { GenerationDialogs } from './generation-dialogs.tsx';
import { PlanFoot } from './plan-foot.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { PrdBar } from './prd-bar.tsx';
import { useDocument } from './use-document.ts';
import { useGenerate } from './use-generate.ts';
import { usePrdKeys } from './use-prd-keys.ts';
import { usePrdUrl } from './use-prd-url.ts';
import { useWorkbench } from './use-workbench.ts';
import styles from './prd.module.css';

interface WorkbenchProps {
  project: ProjectSummary;
  /** Undefined while loading. */
  plan: PlanView | undefined;
  prd: Prd | undefined;
}

export function Workbench({ project, plan, prd }: WorkbenchProps) {
  const doc = useDocument(project.id, prd);
  const hasText = doc.content.trim() !== '';
  // Text without a filename was typed here.
  const url = usePrdUrl({ hasText, isWriting: doc.isUnsaved && doc.filename === '' });
  const [panel, setPanel] = useState<'document' | 'plan'>('document');
  const showPanel = useCallback((next: 'document' | 'plan') => setPanel(next), []);
  const [versionsShown, showVersions] = useState(url.version !== undefined);
  const closeVersions = () => {
    showVersions(false);
    if (url.version !== undefined) url.forgetVersion();
  };
  const bench = useWorkbench({ project, plan, prd, doc, url, showPanel });
  const files = useFileIntake((file) => {
    doc.change(file);
    url.setView('read');
  });
  const flow = useGeneration({
    projectId: project.id,
    specification: { content: doc.content, filename: doc.filename },
    hasTasks: bench.hasPlan,
    whenReady: bench.roles.whenSet,
    onGenerated: doc.discard,
  });
  const run = useGenerationRun(project.id) ?? undefined;
  const generate = useGenerate({ content: doc.content, way: url.way, flow, run });
  const saving = useSaving(project.id, doc);
  const agent = useTelling(project, bench.hasPlan, saving);
  usePrdKeys({ bench, url, save: saving.save, start: generate.start });
  const take = ({ content, filename }: PrdText) => {
    doc.change({ content, filename });
    url.setView('edit');
    closeVersions();
  };
  const narrow = useNarrow();
  const foot = <PlanFoot bench={bench} generate={generate} inBar={narrow} />;

  return (
    <>
      <PrdBar
        project={project}
        prd={prd}
        hasPlan={bench.hasPlan}
        filename={doc.filename}
        isUnsaved={doc.isUnsaved}
        hasText={hasText}
        onVersions={() => showVersions(true)}
        onReplace={files.choose}
      />
      <div className={styles.lockNotice}>
        <LockNotice project={project} />
      </div>
      {files.input}
      {narrow && (
        <div className={styles.phonePanels}>
          <SegmentedControl
            label="Panels"
            size="large"
            full="always"
            value={panel}
            onChange={setPanel}
            options={[
              { value: 'document', label: 'Document', count: hasText ? bench.total : undefined },
              { value: 'plan', label: 'Plan', count: bench.names?.tasks.size },
            ]}
          />
        </div>
      )}
      <div className={styles.board} data-panel={panel}>
        <DocumentPanel
          view={url.view}
          onView={url.setView}
          doc={doc}
          files={files}
          bench={bench}
          saving={saving}
          edit={<EditTab doc={doc} files={files} stored={prd} />}
        />
        <PlanPanel
          project={project}
          plan={plan}
          doc={doc}
          bench={bench}
          way={url.way}
          onWay={url.setWay}
          agent={agent}
          foot={narrow ? null : foot}
        />
      </div>
      {narrow && (
        <div className={styles.phoneFoot} data-part="phone-foot">
          {foot}
        </div>
      )}
      <Announcement {...bench.said} />
      <GenerationDialogs project={project} plan={plan} flow={flow} run={run} />
      {versionsShown && (
        <VersionsDialog projectId={project.id} first={url.version} onUse={take} onClose={closeVersions} />
      )}
    </>
  );
}

function useSaving(projectId: string, doc: ReturnType<typeof useDocument>) {
  const { mutate, isPending } = useSavePrd(projectId);
  const lock = useEditLock();
  const canSave = doc.isUnsaved && doc.content.trim() !== '' && !lock;
  const { content, filename, settle } = doc;
  const save = (onSaved?: () => void) => {
    if (!canSave || isPending) return;
    mutate(
      { content, filename },
      {
        onSuccess: () => {
          settle(content);
          onSaved?.();
        },
      },
    );
  };
  return { isPending, canSave, save: () => save(), saveThen: save };
}

/** State after the line for the agent was copied: waits for its draft. */
function useTelling(project: ProjectSummary, hasPlan: boolean, saving: ReturnType<typeof useSaving>) {
  const drafted = useDrafted(project.id);
  const heard = drafted?.seq ?? 0;
  /** Sequence number of the last known draft, and whether there was a plan, when the line was copied. */
  const [since, setSince] = useState<{ heard: number; hadPlan: boolean }>();
  const told = () => setSince({ heard, hadPlan: hasPlan });
  const isWaiting = since !== undefined && heard <= since.heard && hasPlan === since.hadPlan;
  return {
    drafted,
    isSaving: saving.isPending,
    canSave: saving.canSave,
    isWaiting,
    told,
    saveAndCopy: () => saving.saveThen(() => void copyText(COVERAGE_TEXTS.tellAgent(project.name)).then(told)),
  };
}
