import { COVERAGE_TEXTS as T } from '#contract/prd-texts.ts';
import { Meter } from '#web/ui/meter.tsx';
import type { Planned } from '../coverage/count-planned.ts';
import { RoleGlyph } from '../reading/role-glyph.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

interface CoverageFootProps {
  planned: Planned | undefined;
  onUnsure: () => void;
}

/** How much of the work is planned, and what is left to decide: never all of it while a line is unsure. */
export function CoverageFoot({ planned, onUnsure }: CoverageFootProps) {
  if (!planned) return null;
  const { planned: done, work, unsure, toDecide } = planned;
  const sentence = T.planned(done, work);
  return (
    <div className="covers">
      <div className="cov">
        <span>
          <b className={typography.tabular}>
            {done.toLocaleString('en-US')} of {work.toLocaleString('en-US')}
          </b>{' '}
          <span className="lw">work lines </span>planned
        </span>
        {unsure > 0 && (
          <>
            <span className={cx(typography.tertiary, 'dotted')} aria-hidden="true">
              ·
            </span>
            <button
              type="button"
              className="un"
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
        className="cov-meter"
        value={done}
        max={work + unsure}
        label={sentence}
        text={sentence}
        warns={false}
      />
    </div>
  );
}
