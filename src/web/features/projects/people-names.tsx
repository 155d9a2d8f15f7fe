import { type ReactNode, useMemo } from 'react';
import { usePeople } from '#web/lib/use-people.ts';
import { WhoseContext, whoseAmong } from '#web/lib/whose.ts';

/** Below it agents are told of with the name of their person, where a project has several people. */
export function PeopleNames({ projectId, children }: { projectId: string; children: ReactNode }) {
  const { data } = usePeople(projectId);
  return <WhoseContext value={useMemo(() => whoseAmong(data), [data])}>{children}</WhoseContext>;
}
