import { useEffect, useState } from 'react';
import { GENERATION_TEXTS as T } from '#contract/generation-texts.ts';
import { GeneratingDialog } from '#web/features/engine/index.ts';
import { PublicFrame } from '#web/features/public-frame/index.ts';
import type { GenerationRun } from '#web/lib/live/live-generation.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';

const LISTS = ['Foundations', 'Rate limiter', 'Usage metering', 'Billing webhooks', 'Admin console', 'Rollout'];
const STEP = 1_500;
/** Steps without progress at the beginning. */
const QUIET = 2;
const STEPS = QUIET + LISTS.length * 2;

interface Shown {
  step: number;
  startedAt: number;
}

/** The generating dialog on its own, with sample data. */
export function Component() {
  usePageTitle(T.generating);
  const [{ step, startedAt }, setShown] = useState<Shown>(() => ({ step: 0, startedAt: Date.now() }));
  useEffect(() => {
    const next = (shown: Shown) =>
      shown.step + 1 < STEPS ? { ...shown, step: shown.step + 1 } : { step: 0, startedAt: Date.now() };
    const timer = setInterval(() => !document.hidden && setShown(next), STEP);
    return () => clearInterval(timer);
  }, []);
  return (
    <PublicFrame>
      <section className={layout.page}>
        <h1 className={typography.visuallyHidden}>{T.generating}</h1>
      </section>
      <GeneratingDialog startedAt={startedAt} run={runAt(step)} text={T.analyzingPreview}>
        <ButtonLink to={paths.landing}>Leave the preview</ButtonLink>
      </GeneratingDialog>
    </PublicFrame>
  );
}

function runAt(step: number): GenerationRun | undefined {
  const steps = step - QUIET;
  if (steps < 0) return undefined;
  return {
    sessionId: 'preview',
    state: 'running',
    startedAt: '',
    heardAt: '',
    listName: LISTS[Math.floor(steps / 2)] ?? '',
    message: '',
    percent: null,
    tasks: (steps + 1) * 4,
    lists: LISTS.slice(0, Math.floor(steps / 2) + 1).map((name, place) => {
      const isDone = place < Math.floor(steps / 2) || steps % 2 === 1;
      return { name, tasks: isDone ? 8 : 4, done: isDone };
    }),
    steps: steps + 1,
  };
}
