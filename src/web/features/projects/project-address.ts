import type { ProjectSummary } from '#contract/project.ts';
import { paths } from '#web/paths.ts';

/** A project with tasks opens on them, one without on its specification. */
export const openAddress = ({ id, taskCount }: ProjectSummary) => (taskCount > 0 ? paths.tasks(id) : paths.prd(id));
