import { type SubmitEvent, useId, useState } from 'react';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { useKeepProjects } from '#web/features/subscription/index.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { projectAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { byLastUse, toggleKept } from './keep-choice.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './keep-projects-dialog.module.css';

interface KeepProjectsDialogProps {
  projects: readonly ProjectSummary[];
  allowed: number;
  hasPlans: boolean;
  onClose: () => void;
}

/** The plan allows fewer projects than there are: chooses which stay active, and archives the rest. */
export function KeepProjectsDialog({ projects, allowed, hasPlans, onClose }: KeepProjectsDialogProps) {
  const offered = byLastUse(projects);
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    offered
      .filter((project) => !project.read_only)
      .slice(0, allowed)
      .map(({ id }) => id),
  );
  const kept = offered.filter(({ id }) => chosen.includes(id));
  const rest = offered.length - kept.length;
  const keep = useKeepProjects(() => {
    toast({ title: 'Projects Archived', description: archivedText(rest), variant: 'success' });
    onClose();
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (kept.length === 0 || keep.isPending) return;
    keep.mutate(kept.map(({ id }) => id));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Choose projects"
      description={`${hasPlans ? 'Your plan allows' : 'Your account is allowed'} ${allowed} active ${allowed === 1 ? 'project' : 'projects'}. The others are archived: nothing is deleted, and each can be read, exported and taken out of the archive again.`}
      closeOutside={false}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={keep.isPending}
            disabled={kept.length === 0}
            aria-describedby="keep-count"
          >
            Keep and archive the others
          </Button>
        </>
      }
    >
      <fieldset className={styles.choices}>
        <legend className={typography.visuallyHidden}>Projects that stay active</legend>
        <ul>
          {offered.map((project) => (
            <Choice
              key={project.id}
              project={project}
              single={allowed === 1}
              chosen={chosen.includes(project.id)}
              full={kept.length >= allowed}
              onToggle={() => setChosen(toggleKept(chosen, project.id, allowed))}
            />
          ))}
        </ul>
      </fieldset>
      <p className={cx(typography.small, typography.tertiary, typography.tabular)} id="keep-count" role="status">
        {kept.length === 0
          ? 'Choose at least one project.'
          : `${kept.length} of ${allowed} chosen. ${rest === 1 ? '1 is' : `${rest} are`} archived.`}
      </p>
      {keep.error && <Notice tone="bad">{failureToast(keep.error, T.updateFailed).description}</Notice>}
    </Dialog>
  );
}

const archivedText = (count: number) =>
  count === 1 ? '1 project is in the archive now.' : `${count} projects are in the archive now.`;

interface ChoiceProps {
  project: ProjectSummary;
  single: boolean;
  chosen: boolean;
  /** The limit is reached: another can be chosen only after one is deselected. */
  full: boolean;
  onToggle: () => void;
}

function Choice({ project, single, chosen, full, onToggle }: ChoiceProps) {
  const now = useNow();
  const off = !single && full && !chosen;
  const id = useId();
  return (
    <li className={cx(styles.choice, off && styles.disabled)}>
      <input
        id={id}
        className={styles.mark}
        type={single ? 'radio' : 'checkbox'}
        name="keep"
        checked={chosen}
        disabled={off}
        data-autofocus={chosen ? '' : undefined}
        aria-describedby={off ? 'keep-count' : undefined}
        onChange={onToggle}
      />
      <label htmlFor={id}>
        <b className={cx(styles.name, typography.truncate)}>{project.name}</b>
        <span className={cx(typography.small, typography.tertiary, typography.tabular)}>
          {T.completed(project.completedTaskCount, project.taskCount)} · last accessed{' '}
          {projectAge(project.lastAccessed, now)}
        </span>
      </label>
    </li>
  );
}
