import { useState } from 'react';
import type { ProjectSummary } from '#contract/project.ts';
import { useMe } from '#web/features/account/index.ts';
import { type AgentState, useFirstCall } from '#web/features/api-keys/index.ts';
import { deviceStore } from '#web/lib/browser-store.ts';
import { isComing } from '#web/lib/net/is-coming.ts';

/** Per account, since several people may share a device. */
const keyOf = (userId: string) => `baton-first-steps-hidden:${userId}`;

export interface FirstRunShown {
  /** whole: there is nothing else on the page. list: above the cards. */
  as: 'whole' | 'list';
  agent: AgentState;
  hide: () => void;
}

const WAITING: AgentState = { kind: 'waiting' };

/**
 * Whether the first steps are shown: until the first call of an agent, or until they are hidden on this device. A call
 * that is made while they are shown stays visible until the page is left.
 */
export function useFirstRun(projects: readonly ProjectSummary[] | undefined): FirstRunShown | 'coming' | undefined {
  const account = useMe();
  const me = account.data;
  const [hidden, setHidden] = useState(false);
  const [hasWaited, setWaited] = useState(false);
  const isHidden = hidden || (me !== undefined && deviceStore.read(keyOf(me.id)) !== null);
  const isEmpty = projects?.length === 0;
  const { agent, isComing: isCallComing } = useFirstCall(me !== undefined && (isEmpty || !isHidden));
  if (agent !== undefined && agent.kind !== 'connected' && !hasWaited) setWaited(true);
  if (projects === undefined || me === undefined) return isComing(account) ? 'coming' : undefined;
  const hide = () => {
    deviceStore.write(keyOf(me.id), '1');
    setHidden(true);
  };
  if (isEmpty) return { as: 'whole', agent: agent ?? WAITING, hide };
  if (isHidden) return undefined;
  if (agent === undefined) return isCallComing ? 'coming' : undefined;
  return agent.kind !== 'connected' || hasWaited ? { as: 'list', agent, hide } : undefined;
}
