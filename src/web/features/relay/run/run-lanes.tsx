import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import type { LiveRun } from '#contract/relay.ts';
import type { RunResult } from '#contract/run.ts';
import { useNow } from '#web/lib/use-now.ts';
import { askedBy, isGone } from '../data/lane-state.ts';
import { Lane, type LaneProps } from '../lane/lane.tsx';
import type { RelayReach } from '../relay-reach.ts';
import { RunBar } from './run-bar.tsx';
import { RunState } from './run-state.tsx';

interface RunLanesProps {
  live: LiveRun;
  results: readonly RunResult[];
  /** Names of lanes that are open; undefined where none folds. */
  open: readonly string[] | undefined;
  onToggle: (name: string) => void;
  onRead: LaneProps['onRead'];
  reach: RelayReach;
}

/** A run with a lane per agent, in the order in which they joined: the same lane takes its next task in place. */
export function RunLanes({ live, results, open, onToggle, onRead, reach }: RunLanesProps) {
  const { run, workers } = live;
  const gone = isGone(run, useNow());
  return (
    <section aria-label={T.lanes} data-part="run">
      <RunBar live={live} projectId={reach.projectId} />
      <RunState live={live} isGone={gone} batonOf={reach.batonOf} />
      {run.ended_at === null &&
        workers.map((worker) => {
          const asked = askedBy(results, run.id, worker.name);
          return (
            <Lane
              key={worker.name}
              run={run}
              worker={worker}
              baton={worker.task_id === null ? undefined : reach.batonOf(worker.task_id)}
              asked={asked && reach.hasOpenQuestion(asked.task_id) ? asked : undefined}
              isGone={gone}
              isOpen={open?.includes(worker.name)}
              onToggle={onToggle}
              onRead={onRead}
              reach={reach}
            />
          );
        })}
    </section>
  );
}
