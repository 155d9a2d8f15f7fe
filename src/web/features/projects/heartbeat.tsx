import { memo, useRef } from 'react';
import { CARD_TEXTS as T } from '#contract/news-texts.ts';
import type { ProjectHolder } from '#contract/project.ts';
import { beatsUntil } from '#web/lib/presence.ts';
import { shortAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Beats } from '#web/ui/charts/beats.tsx';
import styles from './heartbeat.module.css';
import { useCalmValue } from './use-calm-value.ts';

/** The calls of the last twelve minutes, and how long the baton is held. */
export const Heartbeat = memo(function Heartbeat({ holder }: { holder: ProjectHolder }) {
  const place = useRef<HTMLSpanElement>(null);
  const calm = useCalmValue(holder, place);
  const now = useNow();
  return (
    <span ref={place} className={styles.heartbeat}>
      <Beats className={styles.beats} values={beatsUntil(calm, now)} label={T.beats(calm.name)} />
      <span className={styles.age}>{shortAge(calm.since, now)}</span>
    </span>
  );
});
