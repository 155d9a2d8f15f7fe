import { Copy } from 'lucide-react';
import { Link } from 'react-router';
import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CopyBoth, copyWords } from '../copy-credentials.tsx';
import { useApiKey } from '../queries.ts';
import { SecureNote } from '../secure-note.tsx';
import type { NewKey } from '../use-new-key.ts';
import { KeyRow } from './key-row.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './credentials.module.css';

export interface Account {
  id: string;
  name: string;
}

interface CredentialsViewProps {
  projectId: string;
  account: Account | undefined;
  made: NewKey;
  onAsk: (what: 'regenerate' | 'copy') => void;
  onClose: () => void;
}

export function CredentialsView({ projectId, account, made, onAsk, onClose }: CredentialsViewProps) {
  return (
    <Dialog open onClose={onClose} title={T.credentials}>
      <dl className={styles.credentials}>
        <dt>API key</dt>
        <KeyRow made={made} onRegenerate={() => onAsk('regenerate')} />
        <dt>Project ID</dt>
        <dd>
          <span className={cx(typography.mono, typography.small, typography.truncate, styles.value)} title={projectId}>
            {projectId}
          </span>
          <CopyButton className={layout.pushEnd} value={projectId} label="Copy project ID" {...copyWords('project')} />
        </dd>
        <dt>Account</dt>
        <dd>
          <span className={cx(typography.truncate, styles.value)}>{account?.name ?? ''}</span>
          <span
            className={cx(typography.mono, typography.small, typography.tertiary, layout.pushEnd)}
            title={account?.id}
          >
            {account?.id.slice(0, 8)}
          </span>
        </dd>
      </dl>
      <ol className={cx(styles.instructions, typography.small, typography.secondary)}>
        {T.instructions.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <p className={cx(typography.small, typography.secondary)}>
        Or take a ready configuration:{' '}
        <Link className={typography.link} to={paths.connectAgent(projectId)}>
          Connect an agent
        </Link>
      </p>
      <SecureNote />
      <Main projectId={projectId} made={made} onCopy={() => onAsk('copy')} />
    </Dialog>
  );
}

/** The primary action: copy both, or first get a key that can be copied. */
function Main({ projectId, made, onCopy }: { projectId: string; made: NewKey; onCopy: () => void }) {
  const { data: info } = useApiKey();
  if (made.apiKey !== undefined)
    return <CopyBoth apiKey={made.apiKey} projectId={projectId} made={made} variant="primary" size="md" full />;
  if (info?.hasApiKey)
    return (
      <Button variant="primary" full icon={<Copy />} onClick={onCopy}>
        {T.copyBoth}
      </Button>
    );
  if (info === undefined) return null;
  return (
    <Button variant="primary" full busy={made.busy} onClick={() => void made.make('generate')}>
      {T.generate}
    </Button>
  );
}
