import { CircleAlert } from 'lucide-react';
import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import { formatClock, shortAge } from '#web/lib/time.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/dot.tsx';
import { type AgentState, agentStateOf } from './agent-state.ts';
import { useProjectAgents } from '../queries.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';

/** Whether an agent has reached the server, as it happens. */
export function LiveLine({ projectId }: { projectId: string }) {
  const agents = useProjectAgents(projectId);
  const state = agentStateOf(agents.data ?? []);
  if (agents.isError && agents.data === undefined)
    return (
      <p className={cx('live-line', typography.small, typography.secondary)}>
        The server could not be asked. Trying again…
      </p>
    );
  return (
    <>
      <div className={cx('live-line', state.kind)}>
        <Line state={state} />
      </div>
      {/* A change is said once; the seconds that pass are not. */}
      <output className={typography.visuallyHidden}>{saidOf(state)}</output>
    </>
  );
}

function Line({ state }: { state: AgentState }) {
  const now = useSeconds();
  if (state.kind === 'waiting')
    return (
      <>
        <Dot pulse />
        <span>{T.waiting}</span>
      </>
    );
  if (state.kind === 'problem')
    return (
      <>
        <CircleAlert />
        <span role="alert">{state.sentence}</span>
        <span className={cx(layout.pushEnd, typography.small, typography.tabular)}>{shortAge(state.at, now)} ago</span>
      </>
    );
  const { agent, calls, firstAt, lastAt } = state;
  return (
    <>
      <Dot tone="ok" />
      <span>
        <b>{agent}</b> {T.connected(shortAge(lastAt, now))}
      </span>
      <span className={cx(layout.pushEnd, typography.small, typography.tabular)}>
        {firstAt !== null && `first call ${formatClock(firstAt)} · `}
        {calls === 1 ? '1 call' : `${calls.toLocaleString('en-US')} calls`}
      </span>
    </>
  );
}

const saidOf = (state: AgentState) => (state.kind === 'connected' ? `${state.agent} connected` : '');
