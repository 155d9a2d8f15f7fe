import { useMemo, useRef } from 'react';
import type { Need, ProjectNews } from '#contract/news.ts';
import { CARD_TEXTS as C, NEWS_TEXTS } from '#contract/news-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { countKinds, type Silent } from '#web/features/news/index.ts';
import { type ProjectActions, ProjectCard, ProjectRow, splitHolders } from '#web/features/projects/index.ts';
import { useNow } from '#web/lib/use-now.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import surface from '#web/styles/surface.module.css';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import { NewTile } from './new-tile.tsx';
import { NotConnected } from './not-connected.tsx';
import { NothingMatches } from './nothing-matches.tsx';
import { ProjectFilter } from './project-filter.tsx';
import projectGrid from './project-grid.module.css';
import styles from './project-list.module.css';
import { useFolding } from './use-folding.ts';
import { filterProjects, type useProjectFilter } from './use-project-filter.ts';
import { useProjectOrder } from './use-project-order.ts';

const VIEWS = [
  { value: 'cards', label: C.asCards },
  { value: 'rows', label: C.asRows },
] as const;

interface ProjectListProps extends ProjectActions {
  projects: readonly ProjectSummary[];
  /** Undefined until they are there. */
  news: readonly ProjectNews[] | undefined;
  /** When something last happened in those without news. */
  quiet: readonly { project_id: string; last_at: string }[];
  needs: readonly Need[];
  filter: ReturnType<typeof useProjectFilter>;
  isPending: (project: ProjectSummary) => boolean;
  onFree: (holder: Silent) => void;
}

const NO_NEEDS = { questions: 0, blocks: 0 };

export function ProjectList({
  projects,
  news,
  quiet: calm,
  needs,
  filter,
  isPending,
  onFree,
  ...actions
}: ProjectListProps) {
  const grid = useRef<HTMLDivElement>(null);
  const { ordered, quiet } = useProjectOrder(projects, news, grid);
  const shown = filterProjects(ordered, filter.q, filter.status);
  const folding = useFolding(projects.length);
  const newsOf = useMemo(() => new Map<string, ProjectNews>(news?.map((each) => [each.project_id, each])), [news]);
  const lastOf = useMemo(() => new Map(calm.map((each) => [each.project_id, each.last_at])), [calm]);
  const needsOf = useMemo(() => countByProject(needs), [needs]);
  const isRow = (project: ProjectSummary) => folding.view === 'rows' && quiet.has(project.id);
  const cards = shown.filter((project) => !isRow(project));
  const rows = shown.filter(isRow);
  return (
    <section aria-label={C.projects}>
      <div className={styles.head}>
        <h2 className={styles.title}>{C.projects}</h2>
        <span className={styles.count}>{projects.length}</span>
        <AtWork projects={projects} />
        <NotConnected />
        <span className={layout.grow} />
        {folding.isOffered && (
          <SegmentedControl label={C.view} options={VIEWS} value={folding.view} onChange={folding.choose} />
        )}
        <ProjectFilter filter={filter} />
      </div>
      {shown.length === 0 && <NothingMatches count={projects.length} onShowAll={filter.clear} />}
      {shown.length > 0 && (
        <div ref={grid}>
          <div className={projectGrid.grid}>
            {cards.map((project) => (
              <ProjectCard
                key={project.id}
                project={project}
                pending={isPending(project)}
                news={newsOf.get(project.id)}
                lastAt={lastOf.get(project.id)}
                {...(needsOf.get(project.id) ?? NO_NEEDS)}
                onFree={onFree}
                {...actions}
              />
            ))}
            {filter.status !== 'archived' && <NewTile onCreate={() => filter.setCreating(true)} />}
          </div>
          {rows.length > 0 && (
            <div className={cx(surface.card, styles.rows)}>
              {rows.map((project) => (
                <ProjectRow key={project.id} project={project} pending={isPending(project)} {...actions} />
              ))}
            </div>
          )}
        </div>
      )}
    </section>
  );
}

function AtWork({ projects }: { projects: readonly ProjectSummary[] }) {
  const now = useNow();
  const count = projects.reduce((sum, project) => sum + splitHolders(project, now).working.length, 0);
  if (count === 0) return null;
  return <span className={cx(typography.small, typography.secondary)}>{NEWS_TEXTS.atWork(count)}</span>;
}

function countByProject(needs: readonly Need[]) {
  const counts = new Map<string, { questions: number; blocks: number }>();
  for (const [id, list] of Map.groupBy(needs, (need) => need.project_id as string)) {
    const { questions, blocks } = countKinds(list);
    counts.set(id, { questions, blocks });
  }
  return counts;
}
