import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import { LOADING, TRY_AGAIN } from '#contract/common-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { copyWords } from '../copy-credentials.tsx';
import { useApiKey } from '../queries.ts';
import type { NewKey } from '../use-new-key.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './credentials.module.css';

/** In full only right after it was made; the server keeps a hash and can show it masked only. */
export function KeyRow({ made, onRegenerate }: { made: NewKey; onRegenerate: () => void }) {
  const key = useApiKey();
  const { data: info } = key;
  if (made.apiKey !== undefined) return <KnownKey apiKey={made.apiKey} masked={info?.maskedKey ?? ''} made={made} />;
  if (info?.hasApiKey)
    return (
      <dd>
        <span className={cx(typography.mono, typography.small)}>{info.maskedKey}</span>
        <span className={cx(layout.row, layout.gap8, styles.ownLine)}>
          <span className={cx(typography.small, typography.tertiary)}>It cannot be shown again.</span>
          <Button className={layout.pushEnd} variant="ghost" size="sm" onClick={onRegenerate}>
            {T.regenerate}…
          </Button>
        </span>
      </dd>
    );
  if (info) return <dd className={typography.secondary}>{T.none}</dd>;
  if (!key.isError) return <dd className={typography.tertiary}>{LOADING}</dd>;
  return (
    <dd>
      <span className={cx(typography.small, styles.failed)} role="alert">
        {T.loadFailed}
      </span>
      <Button className={layout.pushEnd} size="sm" busy={key.isFetching} onClick={() => void key.refetch()}>
        {TRY_AGAIN}
      </Button>
    </dd>
  );
}

function KnownKey({ apiKey, masked, made }: { apiKey: string; masked: string; made: NewKey }) {
  const [shown, setShown] = useState(true);
  return (
    <dd>
      <span className={cx(typography.mono, typography.small, styles.keyInFull)}>{shown ? apiKey : masked}</span>
      <span className={cx(layout.row, layout.pushEnd)}>
        <IconButton
          size="sm"
          label={shown ? 'Hide API key' : 'Show API key'}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
        <CopyButton value={apiKey} label="Copy API key" {...copyWords('key', made.markSaved)} />
      </span>
      <span className={cx(typography.small, typography.secondary, styles.ownLine)}>
        Save it now. You will not see it again.
      </span>
    </dd>
  );
}
