import './living.css';
import { useState } from 'react';
import { Link } from 'react-router';
import type { RequirementState, TracedRequirement } from '#contract/requirement.ts';
import { paths } from '#web/paths.ts';
import { cx } from '#web/ui/cx.ts';
import { Chip } from '#web/ui/labels.tsx';
import type { Prd } from './living-prd.tsx';
import { STATE_WORDS, STATES } from './state-words.ts';

const SHOWN = 100;

/** How much of the PRD the plan answers, and the requirements themselves by how they stand. */
export function CoverageCard({ projectId, prd }: { projectId: string; prd: Prd }) {
  const [state, setState] = useState<RequirementState>();
  const { coverage, requirements } = prd;
  const counts = STATES.map((each) => ({
    state: each,
    count: requirements.filter((requirement) => requirement.state === each).length,
  })).filter(({ count }) => count > 0);
  const listed = requirements.filter((each) => state === undefined || each.state === state);
  return (
    <section className="card coverage-card" aria-labelledby="coverage-title">
      <div className="row g2">
        <h2 id="coverage-title">Coverage</h2>
        <span className="end num">
          {coverage.percent === null ? '–' : <b>{coverage.percent} %</b>}
          <span className="t3 small"> of {requirements.length.toLocaleString('en-US')}</span>
        </span>
      </div>
      {counts.length > 0 && (
        <div className="coverage-states">
          {counts.map(({ state: each, count }) => (
            <StateChip
              key={each}
              state={each}
              count={count}
              pressed={state === each}
              onToggle={() => setState(state === each ? undefined : each)}
            />
          ))}
        </div>
      )}
      {coverage.orphaned_tasks > 0 && (
        <p className="small t2">
          {coverage.orphaned_tasks === 1 ? '1 task has' : `${coverage.orphaned_tasks} tasks have`} no requirement in the
          PRD any more.
        </p>
      )}
      {/* A box that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className="coverage-list scroll" aria-label="Requirements" tabIndex={0}>
        {listed.slice(0, SHOWN).map((each) => (
          <RequirementLine key={each.id} projectId={projectId} requirement={each} />
        ))}
        {listed.length > SHOWN && <li className="t3 small">{listed.length - SHOWN} more</li>}
      </ul>
    </section>
  );
}

interface StateChipProps {
  state: RequirementState;
  count: number;
  pressed: boolean;
  onToggle: () => void;
}

function StateChip({ state, count, pressed, onToggle }: StateChipProps) {
  const { word, icon: Icon } = STATE_WORDS[state];
  return (
    <Chip pressed={pressed} count={count} onClick={onToggle}>
      <Icon className={cx('s12 state-icon', state)} />
      {word}
    </Chip>
  );
}

function RequirementLine({ projectId, requirement }: { projectId: string; requirement: TracedRequirement }) {
  const { word, icon: Icon } = STATE_WORDS[requirement.state];
  return (
    <li>
      <Link to={paths.livingPrd(projectId, requirement.start_line)} title={requirement.text} replace>
        <Icon className={cx('s12 state-icon', requirement.state)} aria-label={word} role="img" />
        <span className="trunc">{requirement.text}</span>
        <span className="mono micro t3">{requirement.start_line}</span>
      </Link>
    </li>
  );
}
