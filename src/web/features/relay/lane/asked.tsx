import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import type { RunResult } from '#contract/run.ts';
import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './agent-lane.module.css';

/** The agent has asked a person, and went on with something else. */
export function Asked({ result, onAnswer }: { result: RunResult; onAnswer: (taskId: string) => void }) {
  const now = useNow();
  return (
    <p className={styles.asked} data-part="asked">
      <StatusGlyph status="asking" />
      <span className={cx(typography.small, typography.secondary, typography.truncate, layout.grow)}>
        {T.asked(shortAge(result.at, now), result.number)}: {result.title}
      </span>
      <Button size="sm" onClick={() => onAnswer(result.task_id)} aria-label={`${T.answer}: T${result.number}`}>
        {T.answer}
      </Button>
    </p>
  );
}
