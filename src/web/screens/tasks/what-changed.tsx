import { useMemo, useRef } from 'react';
import { displayNamesOf } from '#contract/display-name.ts';
import { useMe } from '#web/features/account/index.ts';
import { type PlanView, UndoStep } from '#web/features/plan/index.ts';
import { type Reader, RecentChanges } from '#web/features/timeline/index.ts';

/** What happened lately, with a way back from the newest change of the plan. */
export function WhatChanged({ project }: { project: Pick<PlanView['project'], 'id' | 'repository_url'> }) {
  const { id: projectId, repository_url: repositoryUrl } = project;
  const { data: me } = useMe();
  const heading = useRef<HTMLHeadingElement>(null);
  const [name, email] = [me?.display_name, me?.email];
  const reader = useMemo<Reader>(() => {
    const own = name === undefined || email === undefined ? [] : displayNamesOf({ name, email });
    return { projectId, repositoryUrl, isYou: (other) => own.includes(other) };
  }, [projectId, repositoryUrl, name, email]);
  return (
    <RecentChanges
      reader={reader}
      heading={heading}
      undo={(checkpointId, what) => (
        <UndoStep
          projectId={projectId}
          checkpointId={checkpointId}
          what={what}
          onUndone={() => heading.current?.focus()}
        />
      )}
    />
  );
}
