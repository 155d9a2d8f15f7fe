import { LOADING } from '#contract/common-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { useMe } from '#web/features/account/index.ts';
import layout from '#web/styles/layout.module.css';

/** Greets by name, else by address, and says where all projects together stand. */
export function WelcomeLine({
  projects,
  loading,
}: {
  projects: readonly ProjectSummary[] | undefined;
  loading: boolean;
}) {
  const { data: me } = useMe();
  const name = me?.display_name || me?.email;
  return (
    <div className={layout.grow}>
      <h1>{name ? `Welcome back, ${name}` : 'Welcome back'}</h1>
      <p>{loading ? <output>{LOADING}</output> : projects ? summaryOf(projects) : '\u00A0'}</p>
    </div>
  );
}

function summaryOf(projects: readonly ProjectSummary[]) {
  const all = projects.reduce((sum, { taskCount }) => sum + taskCount, 0);
  const done = projects.reduce((sum, { completedTaskCount }) => sum + completedTaskCount, 0);
  if (projects.length === 0) return 'Create a project to begin.';
  if (all === 0) return 'No tasks yet. Open a project to write its specification.';
  return `${done} of ${all} tasks are done across your projects.`;
}
