import { Link } from 'react-router';
import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import { shortAge } from '#web/lib/time.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { paths } from '#web/paths.ts';
import { Dot } from '#web/ui/dot.tsx';
import { agentStateOf } from './agent-state.ts';
import { useProjectAgents } from '../queries.ts';
import typography from '#web/styles/typography.module.css';
import styles from './connection-fact.module.css';

/** After this, a call no longer counts as connected. */
const RECENT = 10 * 60_000;

/** Whether an agent has reached the project, and a link to connect one where none has. */
export function ConnectionFact({ projectId }: { projectId: string }) {
  const { data } = useProjectAgents(projectId);
  const now = useSeconds();
  const state = agentStateOf(data ?? []);
  if (data === undefined) return null;
  if (state.kind === 'problem')
    return (
      <span className={styles.problem}>
        <Dot tone="warn" />
        {state.sentence}
      </span>
    );
  const isRecent = state.kind === 'connected' && now - Date.parse(state.lastAt) < RECENT;
  if (state.kind === 'connected')
    return (
      <span>
        <Dot tone={isRecent ? 'ok' : undefined} />
        {isRecent ? `${state.agent} connected` : `${state.agent}, last call ${shortAge(state.lastAt, now)} ago`}
      </span>
    );
  return (
    <span>
      <Dot pulse />
      {T.waiting}{' '}
      <Link className={typography.link} to={paths.connectAgent(projectId)}>
        Connect an agent
      </Link>
    </span>
  );
}
