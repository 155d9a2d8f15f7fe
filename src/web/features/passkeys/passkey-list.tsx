import { useRef } from 'react';
import type { Passkey } from '#contract/passkeys.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { useRescuedFocus } from '#web/ui/rescue-focus.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import styles from './passkey-list.module.css';

interface Asks {
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}

export function PasskeyList({ passkeys, ...asks }: { passkeys: readonly Passkey[] } & Asks) {
  return (
    <ul aria-label="Your passkeys">
      {passkeys.map((each) => (
        <PasskeyRow key={each.id} passkey={each} {...asks} />
      ))}
    </ul>
  );
}

function PasskeyRow({ passkey, onRename, onRemove }: { passkey: Passkey } & Asks) {
  const row = useRef<HTMLLIElement>(null);
  useRescuedFocus(row);
  return (
    <li ref={row} className={styles.row}>
      <div className={layout.grow}>
        <span className={cx(layout.row, layout.gap8, styles.head)}>
          <b className={typography.truncate}>{passkey.name}</b>
          {passkey.is_synced && <Badge>Synced</Badge>}
          {!passkey.is_usable && <Badge tone="warn">For {passkey.made_for}</Badge>}
        </span>
        <span className={cx(typography.small, typography.tertiary)}>
          added {formatDateTime(passkey.created_at)} ·{' '}
          {passkey.last_used_at === null ? 'not used yet' : `last used ${formatDateTime(passkey.last_used_at)}`}
        </span>
      </div>
      <span className={cx(layout.row, layout.gap8)}>
        <Button size="sm" aria-label={`Rename ${passkey.name}`} onClick={() => onRename(passkey)}>
          Rename
        </Button>
        <Button size="sm" aria-label={`Remove ${passkey.name}`} onClick={() => onRemove(passkey)}>
          Remove
        </Button>
      </span>
    </li>
  );
}
