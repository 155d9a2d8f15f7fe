import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { KEY_TEXTS } from '#contract/api-key-texts.ts';
import { FIRST_RUN_TEXTS as T } from '#contract/first-run-texts.ts';
import { clientOf, linkFor } from '#contract/clients/all-clients.ts';
import type { AgentState } from '#web/features/api-keys/index.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/dot.tsx';
import { paths } from '#web/paths.ts';
import styles from './first-run.module.css';

/** The command for the most common client, and the first call as soon as it is made. */
export function ConnectStep({ projectId, agent }: { projectId: string; agent: AgentState }) {
  const client = clientOf('claude');
  const command =
    client.command?.(linkFor(client, { url: `${window.location.origin}/mcp`, projectId }, 'sign-in')) ?? '';
  return (
    <>
      <div className={styles.command}>
        <code title={command}>{command}</code>
        <CopyButton value={command} label={T.copyCommand} text="Copy" />
      </div>
      <div className={cx(styles.wait, typography.small)}>
        <Waiting agent={agent} />
        <Link className={cx(typography.link, layout.pushEnd)} to={paths.connectAgent(projectId)}>
          {T.otherClients}
        </Link>
      </div>
    </>
  );
}

function Waiting({ agent }: { agent: AgentState }) {
  if (agent.kind === 'problem')
    return (
      <span role="alert" className={styles.problem}>
        <CircleAlert /> {agent.sentence}
      </span>
    );
  return (
    <span className={layout.row}>
      <Dot pulse /> {KEY_TEXTS.waiting}
    </span>
  );
}
