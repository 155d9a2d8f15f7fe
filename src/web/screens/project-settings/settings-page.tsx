import { ChevronLeft, Download, RotateCcw, Save } from 'lucide-react';
import { useRef, useState } from 'react';
import { PROJECT_SETTINGS_TEXTS as T } from '#contract/project-settings-texts.ts';
import { useMe } from '#web/features/account/index.ts';
import { Crumbs } from '#web/features/frame/index.ts';
import { exportPlan, type PlanView } from '#web/features/plan/index.ts';
import {
  BatonsSection,
  DangerSection,
  DoneSection,
  GeneralSection,
  LeaseSection,
  NotificationsSection,
  PeopleSection,
  RepositorySection,
  SaveBar,
  SettingsIndex,
  useSettingsForm,
  WebhookSection,
} from '#web/features/project-settings/index.ts';
import { lockOf, LockNotice } from '#web/features/projects/index.ts';
import { EditLockContext } from '#web/lib/live/edit-lock.ts';
import { useLeaveQuestion } from '#web/lib/leave-question.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { usePageActions } from '#web/lib/keys/page-actions.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { findLastRun } from './find-last-run.ts';
import { useDanger } from './use-danger.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './project-settings.module.css';

interface SettingsPageProps {
  plan: PlanView;
  /** It is being deleted from here: there is nothing to save any more. */
  isGone: boolean;
  onGone: (isGone: boolean) => void;
}

export function SettingsPage({ plan, isGone, onGone }: SettingsPageProps) {
  const { project } = plan;
  usePageTitle('Settings', project.name);
  const form = useSettingsForm(project);
  const me = useMe().data;
  const isOwner = project.role === 'owner';
  const danger = useDanger(project, onGone);
  const page = useRef<HTMLFormElement>(null);
  const [isWebhookDirty, setWebhookDirty] = useState(false);
  const isLeaving = (form.isDirty || (isWebhookDirty && isOwner)) && !isGone;
  useLeaveQuestion(isLeaving);

  const save = async () => {
    // Focuses the first invalid field, one frame later, when its problem has been rendered.
    if (!(await form.save())) requestAnimationFrame(() => findInvalid(page.current)?.focus());
  };
  useShortcut({
    keys: 'mod+s',
    label: T.bar.save,
    group: T.title,
    icon: Save,
    // Without changes there is nothing to offer, but the browser must still not save the page.
    keyOnly: !form.isDirty,
    inInputs: true,
    run: () => (form.isDirty ? void save() : undefined),
  });
  usePageActions({
    actions: [
      ...(form.isDirty ? [{ id: 'discard', label: T.bar.discard, icon: RotateCcw, run: form.discard }] : []),
      { id: 'export', label: 'Export project', icon: Download, run: () => void exportPlan(project, 'json') },
    ],
  });

  return (
    <EditLockContext value={lockOf(project)}>
      <Crumbs
        trail={[
          { label: 'Projects', to: paths.projects },
          { label: project.name, to: paths.tasks(project.id) },
          { label: 'Settings' },
        ]}
      />
      <div className={styles.head}>
        <ButtonLink variant="ghost" size="sm" to={paths.tasks(project.id)} icon={<ChevronLeft />}>
          {T.back}
        </ButtonLink>
        <span className={styles.rule} />
        <h1>{T.title}</h1>
        <span className={cx(typography.tertiary, typography.truncate, layout.hiddenOnPhone)}>{project.name}</span>
      </div>
      <LockNotice project={project} />
      <div className={styles.page}>
        <SettingsIndex changed={form.changed} isWebhookChanged={isWebhookDirty} isOwner={isOwner} />
        <div>
          <form ref={page} noValidate onSubmit={(event) => event.preventDefault()}>
            <GeneralSection form={form} projectId={project.id} />
            <BatonsSection
              form={form}
              holders={plan.batons.map(({ holder }) => holder.name)}
              ready={plan.order.filter(({ id }) => plan.isReady(id)).length}
            />
            <DoneSection form={form} last={findLastRun(plan)} project={project} />
            <LeaseSection form={form} />
            <RepositorySection form={form} />
          </form>
          {/* Outside the form: these are saved by themselves, and their dialogs have forms of their own. */}
          <PeopleSection
            project={project}
            myId={me?.id}
            isLeaving={danger.busy === 'leave'}
            onLeave={() => void danger.leave()}
          />
          <NotificationsSection projectId={project.id} />
          {isOwner && <WebhookSection projectId={project.id} onDirty={setWebhookDirty} />}
          {isOwner && (
            <DangerSection
              project={project}
              tasks={plan.counts.tasks}
              notes={plan.noteCounts.reduce((sum, { count }) => sum + count, 0)}
              held={plan.batons.length}
              busy={danger.busy === 'leave' ? undefined : danger.busy}
              onArchive={danger.archive}
              onDelete={() => void danger.remove()}
              onExport={() => void exportPlan(project, 'json')}
            />
          )}
        </div>
      </div>
      <SaveBar
        form={form}
        editOf={(field) => nameEditor(plan.projectEditOf(field), me?.id)}
        onSave={() => void save()}
      />
      <LeaveGuard active={isLeaving} title={T.leave.title} description={T.leave.text} />
    </EditLockContext>
  );
}

/** Undefined where there is no name to tell; without a name where it was the person, in another window. */
function nameEditor(edit: ReturnType<PlanView['projectEditOf']>, myId: string | undefined) {
  if (edit === undefined) return undefined;
  const { by, at } = edit;
  if (by.kind === 'user' && by.id === myId) return { name: undefined, at };
  return by.kind === 'system' || by.name === '' ? undefined : { name: by.name, at };
}

const findInvalid = (page: HTMLElement | null) => page?.querySelector<HTMLElement>('[aria-invalid="true"]');
