import { Copy, Lock } from 'lucide-react';
import { Link } from 'react-router';
import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CopyBoth, copyWords } from '../copy-credentials.tsx';
import { useApiKey } from '../queries.ts';
import type { NewKey } from '../use-new-key.ts';
import { KeyRow } from './key-row.tsx';

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
      <dl className="credentials">
        <dt>API key</dt>
        <KeyRow made={made} onRegenerate={() => onAsk('regenerate')} />
        <dt>Project id</dt>
        <dd>
          <span className="mono small trunc" title={projectId}>
            {projectId}
          </span>
          <CopyButton className="end" value={projectId} label="Copy project id" {...copyWords('project')} />
        </dd>
        <dt>Account</dt>
        <dd>
          <span className="trunc">{account?.name ?? ''}</span>
          <span className="mono small t3 end" title={account?.id}>
            {account?.id.slice(0, 8)}
          </span>
        </dd>
      </dl>
      <ol className="instructions small t2">
        {T.instructions.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <p className="small t2">
        Or take a ready configuration:{' '}
        <Link className="link" to={paths.connectAgent(projectId)}>
          Connect an agent
        </Link>
      </p>
      <p className="secure small t2">
        <Lock />
        {T.secure}
      </p>
      <Main projectId={projectId} made={made} onCopy={() => onAsk('copy')} />
    </Dialog>
  );
}

/** The one thing to do: copy both, or first get a key that can be copied. */
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
