import { useRef } from 'react';
import type { NamedKey } from '#contract/named-keys.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { useRescuedFocus } from '#web/ui/rescue-focus.ts';
import { factsOf, isExpired } from './key-facts.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import styles from './key-list.module.css';

interface KeyListProps {
  keys: readonly NamedKey[];
  projects: readonly { id: string; name: string }[] | undefined;
  onRotate: (key: NamedKey) => void;
  onRevoke: (key: NamedKey) => void;
}

export function KeyList({ keys, projects, ...asks }: KeyListProps) {
  const now = useSeconds();
  const nameOf = (id: string | null) =>
    id === null ? 'All projects' : (projects?.find((each) => each.id === id)?.name ?? 'One project');
  return (
    <ul aria-label="Your API keys">
      {keys.map((each) => (
        <KeyRow key={each.id} apiKey={each} project={nameOf(each.project_id)} now={now} {...asks} />
      ))}
    </ul>
  );
}

interface KeyRowProps extends Pick<KeyListProps, 'onRotate' | 'onRevoke'> {
  apiKey: NamedKey;
  project: string;
  now: number;
}

function KeyRow({ apiKey, project, now, onRotate, onRevoke }: KeyRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useRescuedFocus(row);
  return (
    <li ref={row} className={styles.row}>
      <div className={layout.grow}>
        <span className={cx(layout.row, layout.gap8, styles.head)}>
          <b className={typography.truncate}>{apiKey.name}</b>
          <span className={cx(typography.mono, typography.small, typography.tertiary)}>
            {apiKey.masked_key.slice(0, 4)}…{apiKey.masked_key.slice(-4)}
          </span>
          {apiKey.read_only && <Badge>Read-only</Badge>}
          {isExpired(apiKey, now) && <Badge tone="warn">Expired</Badge>}
        </span>
        <span className={cx(typography.small, typography.tertiary)}>
          {project} · {factsOf(apiKey, now)}
        </span>
      </div>
      <span className={cx(layout.row, layout.gap8)}>
        <Button size="sm" aria-label={`Rotate ${apiKey.name}`} onClick={() => onRotate(apiKey)}>
          Rotate
        </Button>
        <Button size="sm" aria-label={`Revoke ${apiKey.name}`} onClick={() => onRevoke(apiKey)}>
          Revoke
        </Button>
      </span>
    </li>
  );
}
