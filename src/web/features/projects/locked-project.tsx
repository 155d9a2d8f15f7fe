import styles from './locked-project.module.css';
import { Archive, ArchiveRestore, Lock } from 'lucide-react';
import { Link } from 'react-router';
import { LOCKED_TEXTS as T, PROJECT_TEXTS } from '#contract/project-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { EDIT_LOCK_ID, type EditLock } from '#web/lib/live/edit-lock.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';
import { cx } from '#web/ui/cx.ts';
import { useUpdateProject } from './mutations.ts';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';

type Lockable = Pick<ProjectSummary, 'status' | 'read_only'>;

const READ_ONLY: EditLock = { title: T.readOnlyTitle, reason: T.readOnly };
const ARCHIVED: EditLock = { title: T.archivedTitle, reason: T.archived };

/** Archived projects and those beyond the plan's limit are read-only. */
export function lockOf({ status, read_only }: Lockable): EditLock | undefined {
  if (status === 'archived') return ARCHIVED;
  return read_only ? READ_ONLY : undefined;
}

/** Says that a project is read-only, why, and how to change that. */
export function LockNotice({ project }: { project: ProjectSummary }) {
  const lock = lockOf(project);
  if (!lock) return null;
  const archived = project.status === 'archived';
  return (
    <div className={styles.notice} role="status">
      {archived ? <Archive className={icon.size14} /> : <Lock className={icon.size14} />}
      <p id={EDIT_LOCK_ID}>{lock.reason}</p>
      {archived ? (
        <Unarchive project={project} />
      ) : (
        <Link className={cx(typography.link, styles.action)} to={paths.keepProjects}>
          Choose projects
        </Link>
      )}
    </div>
  );
}

function Unarchive({ project }: { project: ProjectSummary }) {
  const update = useUpdateProject();
  const unarchive = () =>
    update.mutate(
      { project, edit: { status: 'active' } },
      {
        onError: (error) => {
          if (!isShownElsewhere(error)) toast(failureToast(error, PROJECT_TEXTS.updateFailed));
        },
      },
    );
  return (
    <Button className={styles.action} size="sm" icon={<ArchiveRestore />} busy={update.isPending} onClick={unarchive}>
      Unarchive Project
    </Button>
  );
}
