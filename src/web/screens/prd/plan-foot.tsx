import { Sparkles } from 'lucide-react';
import { GENERATION_TEXTS as T } from '#contract/generation-texts.ts';
import { CoverageFoot } from '#web/features/prd/index.ts';
import { GenerationUsage } from '#web/features/subscription/index.ts';
import { useLooksOnly } from '#web/lib/live/edit-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { Kbd, Keys } from '#web/ui/keys.tsx';
import type { GenerateControl } from './use-generate.ts';
import type { Workbench } from './use-workbench.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './plan-foot.module.css';

interface PlanFootProps {
  bench: Workbench;
  generate: GenerateControl;
  /** In the bottom bar of a phone. */
  inBar: boolean;
}

/** Coverage, usage and the generate button. */
export function PlanFoot({ bench, generate: { isBusy, reason, start }, inBar }: PlanFootProps) {
  const { hasPlan } = bench;
  const looksOnly = useLooksOnly();
  return (
    <footer className={cx(styles.foot, inBar && styles.inBar)}>
      <CoverageFoot planned={bench.planned} onUnsure={() => bench.places.nextUnsure(1)} compact={inBar} />
      {!looksOnly && (
        <>
          <div className={styles.usage}>
            <GenerationUsage />
          </div>
          <Button
            className={cx(inBar && styles.buttonInBar)}
            variant="primary"
            size="lg"
            full
            icon={<Sparkles />}
            busy={isBusy}
            disabled={reason !== undefined}
            aria-describedby={reason === undefined ? undefined : 'generate-reason'}
            onClick={() => void start()}
          >
            {isBusy ? T.busy : hasPlan ? T.update : T.generate}
            {!isBusy && (
              <span className={cx(layout.pushEnd, styles.hint)}>
                {hasPlan ? (
                  <>
                    <span>see changes first</span> <Kbd>D</Kbd>
                  </>
                ) : (
                  <Keys keys="mod+enter" />
                )}
              </span>
            )}
          </Button>
          {reason !== undefined && (
            <p className={cx(styles.reason, typography.small, typography.tertiary)} id="generate-reason">
              {reason}
            </p>
          )}
        </>
      )}
    </footer>
  );
}
