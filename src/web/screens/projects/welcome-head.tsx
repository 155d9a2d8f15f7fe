import { counted, formatNumber } from '#contract/counted.ts';
import { LOADING } from '#contract/common-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { useMe } from '#web/features/account/index.ts';
import { PageHead } from '#web/ui/page-head.tsx';

/** Greets by name, or by address, with a summary of all projects. */
export function WelcomeHead({
  projects,
  loading,
}: {
  projects: readonly ProjectSummary[] | undefined;
  loading: boolean;
}) {
  const { data: me } = useMe();
  const name = me?.display_name || me?.email;
  return (
    <PageHead
      title={name ? `Welcome back, ${name}` : 'Welcome back'}
      lead={loading ? <output>{LOADING}</output> : projects ? summaryOf(projects) : '\u00A0'}
    />
  );
}

function summaryOf(projects: readonly ProjectSummary[]) {
  const all = projects.reduce((sum, { taskCount }) => sum + taskCount, 0);
  const done = projects.reduce((sum, { completedTaskCount }) => sum + completedTaskCount, 0);
  if (projects.length === 0) return 'Create a project to begin.';
  if (all === 0) return 'No tasks yet. Open a project to write its specification.';
  return `${formatNumber(done)} of ${counted(all, 'task')} ${done === 1 ? 'is' : 'are'} done across your projects.`;
}
