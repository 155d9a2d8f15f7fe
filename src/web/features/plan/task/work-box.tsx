import { CircleCheck, CircleX } from 'lucide-react';
import type { Verification, Work } from '#contract/proof.ts';
import { PROOF_TEXTS as T, sayDuration } from '#contract/proof-texts.ts';
import { linkWork } from '#web/lib/work-links.ts';
import { cx } from '#web/ui/cx.ts';
import { WorkPlace } from '#web/ui/work-place.tsx';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { InlineCode } from '#web/ui/inline-code.tsx';
import { SectionTitle } from '#web/ui/section-title.tsx';
import styles from './work-box.module.css';

/** Links to the work (branch, commits, diff) and the result of the project's verification command. */
export function WorkBox({ work, repositoryUrl }: { work: Work; repositoryUrl: string | null }) {
  return (
    <section className={styles.box} aria-labelledby="where-work-is">
      <SectionTitle id="where-work-is" className={styles.title}>
        {T.title}
      </SectionTitle>
      <WorkPlace {...linkWork(work, repositoryUrl)} diff={work.diff} />
      {work.verification && <Verified verification={work.verification} />}
    </section>
  );
}

function Verified({ verification }: { verification: Verification }) {
  const { command, exit_code, seconds, output, commit } = verification;
  const isPassed = exit_code === 0;
  const took = sayDuration(seconds);
  return (
    <details className={cx(styles.verified, !isPassed && styles.bad)}>
      <summary>
        {isPassed ? <CircleCheck className={icon.size14} /> : <CircleX className={icon.size14} />}
        <InlineCode className={cx(styles.command, typography.truncate)}>{command}</InlineCode>
        <span className={typography.nowrap}>{isPassed ? T.passed(took) : T.failed(exit_code, took)}</span>
        {commit !== null && (
          <span className={cx(typography.tertiary, typography.small, typography.mono, typography.nowrap)}>
            {T.on(commit.slice(0, 8))}
          </span>
        )}
        <span className={cx(layout.pushEnd, typography.small, typography.tertiary, typography.nowrap)}>{T.output}</span>
      </summary>
      {output.trim() === '' ? (
        <p className={cx(typography.small, typography.tertiary)}>{T.noOutput}</p>
      ) : (
        // A scroll container must be focusable to be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre tabIndex={0} aria-label={T.output}>
          {output}
        </pre>
      )}
    </details>
  );
}
