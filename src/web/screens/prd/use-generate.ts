import { PRD_MAX_CHARACTERS } from '#contract/constants.ts';
import { GENERATION_TEXTS as T } from '#contract/generation-texts.ts';
import { type GenerationFlow, useEngine } from '#web/features/engine/index.ts';
import type { Way } from '#web/features/prd/index.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import type { GenerationRun } from '#web/lib/live/live-generation.ts';
import { useNow } from '#web/lib/use-now.ts';

/** A run without a progress event for this long counts as dead and no longer blocks the button. */
const SILENT_AFTER = 2 * 60_000;

interface Generating {
  content: string;
  way: Way;
  flow: GenerationFlow;
  run: GenerationRun | undefined;
}

export type GenerateControl = ReturnType<typeof useGenerate>;

/** State of the generate button: planner, and the reason why it is disabled. */
export function useGenerate({ content, way, flow, run }: Generating) {
  const engine = useEngine();
  const lock = useEditLock();
  const now = useNow();
  const isBusy = flow.stage.at === 'generating';
  const isElsewhere = !isBusy && run?.state === 'running' && now - Date.parse(run.heardAt) < SILENT_AFTER;
  const isModelMissing = way === 'model' && engine.data?.planner === 'embedded';
  const reason = isBusy
    ? undefined
    : (lock?.reason ??
      (isElsewhere ? elsewhere(run) : isModelMissing ? 'No model is set up on this server.' : reasonOf(content)));
  // An agent drafts outside this page: with "agent" chosen the button runs the embedded planner shown here.
  const planner = way === 'model' ? undefined : 'embedded';
  return {
    isBusy,
    reason,
    /** Returns false if nothing was started. */
    start: () => (lock || isElsewhere || isModelMissing ? false : flow.start(planner)),
  };
}

function reasonOf(content: string) {
  if (content.trim() === '') return T.specificationText;
  if (content.length > PRD_MAX_CHARACTERS)
    return `A specification can have at most ${PRD_MAX_CHARACTERS.toLocaleString('en-US')} characters.`;
  return undefined;
}

const elsewhere = ({ listName, tasks }: GenerationRun) =>
  ['A plan is being generated for this project', listName, tasks !== undefined && `${tasks} tasks so far`]
    .filter(Boolean)
    .join(' · ');
