import { useState } from 'react';
import type { Baton } from '#contract/plan.ts';
import { useLooksOnly } from '#web/lib/live/edit-lock.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { Beats } from '#web/ui/charts/beats.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { formatNumber } from '#contract/counted.ts';
import { beatsUntil, holdLine, presenceOf, PRESENCE_WORDS } from '#web/lib/presence.ts';
import { useWhose } from '#web/lib/whose.ts';
import { TakeBatonDialog } from './take-baton-dialog.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import styles from './holder-box.module.css';

export function HolderBox({ baton, onTakeAway }: { baton: Baton; onTakeAway: (reason: string) => Promise<boolean> }) {
  const now = useSeconds();
  const [asking, setAsking] = useState(false);
  const looksOnly = useLooksOnly();
  const presence = presenceOf(baton, now);
  return (
    <section
      className={cx(styles.box, presence === 'quiet' && styles.quiet, presence === 'stalled' && styles.stalled)}
      aria-label="Who holds the baton"
    >
      <svg className={styles.mark} viewBox="0 0 20 20" aria-hidden="true">
        <path d="M4.5 15.5 15.5 4.5" strokeWidth="5" strokeLinecap="round" />
      </svg>
      <div className={cx(styles.about, layout.grow)}>
        <p>
          <b>{useWhose()(baton.holder)}</b> {PRESENCE_WORDS[presence]}
        </p>
        <p className={cx(typography.small, typography.secondary, typography.tabular)}>{holdLine(baton, now)}</p>
      </div>
      <Beats
        className={styles.beats}
        values={beatsUntil(baton, now)}
        label={`Calls per half minute over the last twelve minutes, ${formatNumber(baton.call_count)} since the baton was taken`}
      />
      {!looksOnly && (
        <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
          Take the baton away…
        </Button>
      )}
      {asking && !looksOnly && (
        <TakeBatonDialog holder={baton.holder.name} onClose={() => setAsking(false)} onTakeAway={onTakeAway} />
      )}
    </section>
  );
}
