export { CopyProjectId } from './copy-project-id.tsx';
export {
  type ProjectChange,
  type ProjectText,
  useCreateProject,
  useDeleteProject,
  useUpdateProject,
} from './mutations.ts';
export { lockOf, LockNotice } from './locked-project.tsx';
export { openAddress } from './project-address.ts';
export { ProjectBar } from './project-bar.tsx';
export { ProjectTabs } from './project-tabs.tsx';
export { ProjectCard } from './project-card.tsx';
export { ProjectFormDialog } from './project-form-dialog.tsx';
export { projectQuery, useProject, useProjects } from './queries.ts';
export { isUnknownProject, UnknownProject } from './unknown-project.tsx';
