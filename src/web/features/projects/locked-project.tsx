import styles from './locked-project.module.css';
import { Archive, ArchiveRestore, Eye, Lock } from 'lucide-react';
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

type Lockable = Pick<ProjectSummary, 'status' | 'read_only' | 'role' | 'owner_name'>;

const READ_ONLY: EditLock = { title: T.readOnlyTitle, reason: T.readOnly };
const ARCHIVED: EditLock = { title: T.archivedTitle, reason: T.archived };

/** Archived projects and those beyond the plan's limit are read-only, and every project is to its viewers. */
export function lockOf({ status, read_only, role, owner_name: owner }: Lockable): EditLock | undefined {
  if (role === 'viewer') return { title: T.viewerTitle, reason: T.viewer(owner), looksOnly: true };
  if (status === 'archived') return role === 'owner' ? ARCHIVED : { ...ARCHIVED, reason: T.archivedOf(owner) };
  if (!read_only) return undefined;
  return role === 'owner' ? READ_ONLY : { ...READ_ONLY, reason: T.readOnlyOf(owner) };
}

/** Says that a project is read-only, why, and offers its owner to change that. */
export function LockNotice({ project }: { project: ProjectSummary }) {
  const lock = lockOf(project);
  if (!lock) return null;
  const isOwner = project.role === 'owner';
  const archived = project.status === 'archived';
  const Icon = project.role === 'viewer' ? Eye : archived ? Archive : Lock;
  return (
    <div className={styles.notice} role="status">
      <Icon className={icon.size14} />
      <p id={EDIT_LOCK_ID}>{lock.reason}</p>
      {isOwner && archived && <Unarchive project={project} />}
      {isOwner && !archived && (
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
