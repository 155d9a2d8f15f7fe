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
import styles from './live-line.module.css';

const LOOK = { waiting: undefined, connected: styles.connected, problem: styles.problem } as const;

/** Shows live whether an agent has reached the server. */
export function LiveLine({ projectId }: { projectId: string }) {
  const agents = useProjectAgents(projectId);
  const state = agentStateOf(agents.data ?? []);
  if (agents.isError && agents.data === undefined)
    return <p className={cx(styles.line, typography.small)}>The server could not be asked. Trying again…</p>;
  return (
    <>
      <div className={cx(styles.line, LOOK[state.kind])} data-part="live-line">
        <Line state={state} />
      </div>
      {/* Live region: announces a change of state once, and not the seconds that pass. */}
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
      <span className={cx(layout.pushEnd, typography.small, typography.tabular, styles.calls)}>
        {firstAt !== null && `first call ${formatClock(firstAt)} · `}
        {calls === 1 ? '1 call' : `${calls.toLocaleString('en-US')} calls`}
      </span>
    </>
  );
}

const saidOf = (state: AgentState) => (state.kind === 'connected' ? `${state.agent} connected` : '');
