import { CircleAlert } from 'lucide-react';
import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import type { AgentClientSpec } from '#contract/clients/client.ts';
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

interface LiveLineProps {
  projectId: string;
  /** The client that is being connected. Agents may give any name, so a call of another one is told as what it is. */
  client: AgentClientSpec;
}

/** Shows live whether an agent has reached the server. */
export function LiveLine({ projectId, client }: LiveLineProps) {
  const agents = useProjectAgents(projectId);
  const state = agentStateOf(agents.data ?? []);
  if (agents.isError && agents.data === undefined)
    return <p className={cx(styles.line, typography.small)}>The server could not be asked. Trying again…</p>;
  return (
    <>
      <div
        className={cx(styles.line, state.kind !== 'connected' || isOf(client, state) ? LOOK[state.kind] : undefined)}
        data-part="live-line"
      >
        <Line state={state} isClient={isOf(client, state)} />
      </div>
      {/* Live region: announces a change of state once, and not the seconds that pass. */}
      <output className={typography.visuallyHidden}>{isOf(client, state) ? saidOf(state) : ''}</output>
    </>
  );
}

function Line({ state, isClient }: { state: AgentState; isClient: boolean }) {
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
      <Dot tone={isClient ? 'ok' : undefined} />
      {isClient ? (
        <span>
          <b>{agent}</b> {T.connected(shortAge(lastAt, now))}
        </span>
      ) : (
        <span>
          {T.lastCall} <b>{agent}</b>, {shortAge(lastAt, now)} ago
        </span>
      )}
      <span className={cx(layout.pushEnd, typography.small, typography.tabular, styles.calls)}>
        {firstAt !== null && `first call ${formatClock(firstAt)} · `}
        {calls === 1 ? '1 call' : `${calls.toLocaleString('en-US')} calls`}
      </span>
    </>
  );
}

const isOf = ({ group, seenAs }: AgentClientSpec, state: AgentState) =>
  state.kind === 'connected' && (group === 'other' || seenAs.test(state.agent));

const saidOf = (state: AgentState) => (state.kind === 'connected' ? `${state.agent} connected` : '');
