export { CopyProjectId } from './copy-project-id.tsx';
export {
  type ProjectChange,
  type ProjectText,
  useCreateProject,
  useDeleteProject,
  useLeaveProject,
  useLoadExample,
  useUpdateProject,
} from './mutations.ts';
export { HolderPills } from './holder-pills.tsx';
export { lockOf, LockNotice } from './locked-project.tsx';
export { Lookers } from './lookers.tsx';
export { openAddress } from './project-address.ts';
export { ProjectBar } from './project-bar.tsx';
export { splitHolders } from './plan-state.ts';
export { ProjectTabs } from './project-tabs.tsx';
export { ProjectCard } from './project-card.tsx';
export { ProjectFormDialog } from './project-form-dialog.tsx';
export type { ProjectActions } from './project-menu.tsx';
export { ProjectRow } from './project-row.tsx';
export { projectQuery, useProject, useProjects } from './queries.ts';
export { isUnknownProject, UnknownProject } from './unknown-project.tsx';
export { PeopleNames } from './people-names.tsx';
