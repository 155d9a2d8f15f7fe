import type { ProjectSummary } from '#contract/project.ts';
import { paths } from '#web/paths.ts';

/** A project without tasks opens on its PRD. */
export const openAddress = ({ id, taskCount }: ProjectSummary) => (taskCount > 0 ? paths.tasks(id) : paths.prd(id));
