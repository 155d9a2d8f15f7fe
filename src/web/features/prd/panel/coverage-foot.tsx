import { COVERAGE_TEXTS as T } from '#contract/prd-texts.ts';
import { Meter } from '#web/ui/meter.tsx';
import type { Planned } from '../coverage/count-planned.ts';
import { RoleGlyph } from '../reading/role-glyph.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './coverage-foot.module.css';

interface CoverageFootProps {
  planned: Planned | undefined;
  onUnsure: () => void;
  /** Without the meter and some words, for narrow screens. */
  compact?: boolean | undefined;
}

/** Coverage and the number of unsure lines, which count against it. */
export function CoverageFoot({ planned, onUnsure, compact }: CoverageFootProps) {
  if (!planned) return null;
  const { planned: done, work, unsure, toDecide } = planned;
  const sentence = T.planned(done, work);
  return (
    <div className={cx(styles.coverage, compact && styles.compact)}>
      <div className={styles.line}>
        <span>
          <b className={typography.tabular}>
            {done.toLocaleString('en-US')} of {work.toLocaleString('en-US')}
          </b>{' '}
          <span className={styles.spare}>work lines </span>planned
        </span>
        {unsure > 0 && (
          <>
            <span className={cx(typography.tertiary, styles.spare)} aria-hidden="true">
              ·
            </span>
            <button
              type="button"
              className={styles.unsure}
              onClick={onUnsure}
              title={toDecide > 0 ? T.toDecide(toDecide) : undefined}
            >
              <RoleGlyph of="unsure" />
              {unsure.toLocaleString('en-US')} unsure
            </button>
          </>
        )}
      </div>
      <Meter
        thin
        className={cx(compact && styles.hidden)}
        value={done}
        max={work + unsure}
        label={sentence}
        text={sentence}
        warns={false}
      />
    </div>
  );
}
