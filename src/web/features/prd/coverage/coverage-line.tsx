import { Link } from 'react-router';
import { COVERAGE_TEXTS as T } from '#contract/prd-texts.ts';
import { paths } from '#web/paths.ts';
import { Meter } from '#web/ui/meter.tsx';
import { useCoverage } from '../queries.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './coverage-line.module.css';
import { SectionTitle } from '#web/ui/section-title.tsx';

/** Coverage in lines, with a link to the document. Renders nothing without a PRD. */
export function CoverageLine({ projectId }: { projectId: string }) {
  const { data } = useCoverage(projectId);
  if (!data || data.version === null || data.lines.total === 0) return null;
  const { lines, planned, finished, changed, to_decide: toDecide, orphaned_tasks: orphaned } = data;
  const open = [
    finished > 0 && `${finished.toLocaleString('en-US')} finished`,
    toDecide > 0 && T.toDecide(toDecide),
    changed > 0 && `${changed.toLocaleString('en-US')} changed`,
    orphaned > 0 && `${orphaned} ${orphaned === 1 ? 'task' : 'tasks'} orphaned`,
  ].filter(Boolean);
  const sentence = T.planned(planned, lines.work);
  return (
    <section aria-label="PRD coverage">
      <SectionTitle>PRD coverage</SectionTitle>
      <Link to={paths.readPrd(projectId)} className={styles.line}>
        <b className={typography.tabular}>
          {planned.toLocaleString('en-US')} of {lines.work.toLocaleString('en-US')}
        </b>
        <span className={cx(typography.secondary, typography.small)}>
          work lines planned{open.length > 0 && ` · ${open.join(' · ')}`}
        </span>
      </Link>
      {/* Unsure lines are in the maximum, so that the meter is never full while one is left. */}
      <Meter value={planned} max={lines.work + lines.unsure} label={sentence} text={sentence} warns={false} />
    </section>
  );
}
