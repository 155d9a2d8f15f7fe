import { type ReactNode, useId, useState } from 'react';
import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import { countAtWork, isRunning, useRelay } from '#web/features/relay/index.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import type { useTasksUrl } from './use-tasks-url.ts';

export type PlanViewName = 'overview' | 'relay';

type ViewUrl = Pick<ReturnType<typeof useTasksUrl>, 'view' | 'setView'>;

/**
 * Which view the middle panel shows while no task is selected. A page opened during a run starts on the relay; a run that
 * starts adds its tab, and never switches to it.
 */
export function useViews(projectId: string, { view, setView }: ViewUrl) {
  const id = useId();
  const { data: relay } = useRelay(projectId, (all) => ({
    hasRuns: all.runs.length > 0,
    isAtWork: all.runs.some(isRunning),
    count: countAtWork(all),
  }));
  const [first, setFirst] = useState<PlanViewName>();
  if (first === undefined && relay) setFirst(relay.isAtWork ? 'relay' : 'overview');
  const shown = view ?? first ?? 'overview';
  const hasTab = (relay?.hasRuns ?? false) || view === 'relay';
  const tabs: ReactNode = (
    <Tabs<PlanViewName>
      id={id}
      label={T.views}
      variant="panel-head"
      value={shown}
      onChange={setView}
      tabs={[
        { value: 'overview', label: T.overview },
        { value: 'relay', label: T.title, count: relay?.isAtWork ? relay.count : undefined },
      ]}
    />
  );
  return {
    id,
    tabs,
    hasTab,
    isRelay: hasTab && shown === 'relay',
    /** Known, and there was none. */
    isFirst: relay?.hasRuns === false,
  };
}
