import { useState } from 'react';
import { counted, formatNumber } from '#contract/counted.ts';
import type { ImportLine, ImportReport } from '#contract/transfer.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { countOutcomes, problemsOf } from './count-outcomes.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './import-report.module.css';

const PAGE = 200;
const WORDS: Record<ImportLine['outcome'], string> = { imported: 'Imported', changed: 'Changed', skipped: 'Skipped' };

interface ImportReportViewProps {
  report: ImportReport;
  /** The project on screen; an import into another one gets a link. */
  here: string;
  onClose: () => void;
}

/** Outcome of each line or file, with a filter for problems. */
export function ImportReportView({ report, here, onClose }: ImportReportViewProps) {
  const counts = countOutcomes(report.lines);
  const problems = problemsOf(report.lines);
  const [only, setOnly] = useState(false);
  const [shown, setShown] = useState(PAGE);
  const lines = only ? problems : report.lines;
  const elsewhere = report.project.id !== here;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Import finished"
      description={`${counted(report.tasks, 'task')} and ${counted(report.notes, 'note')} were imported into ${report.project.name}.`}
      actions={
        <>
          {elsewhere && <ButtonLink to={paths.tasks(report.project.id)}>Open {report.project.name}</ButtonLink>}
          <Button variant="primary" onClick={onClose} data-autofocus="">
            Close
          </Button>
        </>
      }
    >
      <div className={cx(layout.row, layout.gap8)}>
        <span className={cx(typography.small, typography.secondary, typography.tabular)}>
          {formatNumber(counts.imported)} imported · {formatNumber(counts.changed)} changed ·{' '}
          {formatNumber(counts.skipped)} skipped
        </span>
        <span className={layout.grow} />
        {problems.length > 0 && (
          <Chip pressed={only} count={problems.length} onClick={() => setOnly(!only)}>
            Only problems
          </Chip>
        )}
      </div>
      {/* A scroll container must be focusable to be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={cx(styles.lines, layout.scroll)} aria-label="What became of each line" tabIndex={0}>
        <ul>
          {lines.slice(0, shown).map(({ where, outcome, message }) => (
            <li key={`${where} ${outcome} ${message}`} data-outcome={outcome}>
              <span className={cx(typography.mono, typography.small)}>{where}</span>
              <b className={typography.small}>{WORDS[outcome]}</b>
              <span className={cx(typography.small, typography.secondary)}>{message}</span>
            </li>
          ))}
        </ul>
      </section>
      {lines.length > shown && (
        <Button variant="ghost" size="sm" onClick={() => setShown(shown + PAGE)}>
          Show more ({(lines.length - shown).toLocaleString('en-US')} left)
        </Button>
      )}
    </Dialog>
  );
}
