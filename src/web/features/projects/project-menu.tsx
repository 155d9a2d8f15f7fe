import { Archive, ArchiveRestore, Ellipsis, LogOut, Pencil, Settings2, Trash2 } from 'lucide-react';
import type { ProjectSummary } from '#contract/project.ts';
import { EXAMPLE_TEXTS } from '#contract/first-run-texts.ts';
import { PEOPLE_TEXTS } from '#contract/people-texts.ts';
import { PROJECT_SETTINGS_TEXTS } from '#contract/project-settings-texts.ts';
import { PROJECT_TEXTS as T } from '#contract/project-texts.ts';
import { paths } from '#web/paths.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem } from '#web/ui/menu-items.tsx';
import { lockOf } from './locked-project.tsx';
import styles from './project-menu.module.css';

export interface ProjectActions {
  onEdit: (project: ProjectSummary) => void;
  onArchive: (project: ProjectSummary) => void;
  onDelete: (project: ProjectSummary) => void;
  onLeave: (project: ProjectSummary) => void;
}

export function ProjectMenu({ project, onEdit, ...actions }: { project: ProjectSummary } & ProjectActions) {
  return (
    <Menu
      label={`Actions for ${project.name}`}
      trigger={(props) => (
        <IconButton
          className={styles.trigger}
          size="sm"
          label={`Actions for ${project.name}`}
          icon={<Ellipsis />}
          {...props}
        />
      )}
    >
      {project.role !== 'viewer' && (
        <MenuItem icon={<Pencil />} disabled={lockOf(project) !== undefined} onSelect={() => onEdit(project)}>
          {T.editTitle}
        </MenuItem>
      )}
      <MenuItem icon={<Settings2 />} to={paths.projectSettings(project.id)}>
        {PROJECT_SETTINGS_TEXTS.title}
      </MenuItem>
      {project.role === 'owner' ? (
        <OwnersItems project={project} {...actions} />
      ) : (
        <MenuItem icon={<LogOut />} danger onSelect={() => actions.onLeave(project)}>
          {PEOPLE_TEXTS.leaveMenu}
        </MenuItem>
      )}
    </Menu>
  );
}

function OwnersItems({
  project,
  onArchive,
  onDelete,
}: { project: ProjectSummary } & Pick<ProjectActions, 'onArchive' | 'onDelete'>) {
  const archived = project.status === 'archived';
  return (
    <>
      <MenuItem icon={archived ? <ArchiveRestore /> : <Archive />} onSelect={() => onArchive(project)}>
        {archived ? 'Unarchive Project' : 'Archive Project'}
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onSelect={() => onDelete(project)}>
        {project.is_example ? EXAMPLE_TEXTS.remove : T.deleteTitle}
      </MenuItem>
    </>
  );
}
