import type { ReactNode } from 'react';
import type { DatabaseReport } from '#contract/admin-system.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { Badge } from '#web/ui/badge.tsx';
import { formatSize } from '../format-size.ts';
import { formatMs, formatUptime, splitVersion } from './database-words.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

export function DatabaseCards({ report }: { report: DatabaseReport }) {
  const { connections, status, answeredInMs } = report;
  const version = splitVersion(report.version);
  return (
    <dl className="adm-facts">
      <Stat name="Status" note={`Answered a query in ${formatMs(answeredInMs)}`}>
        <Badge tone={status === 'healthy' ? 'ok' : 'warn'}>{status === 'healthy' ? 'Healthy' : 'Slow'}</Badge>
      </Stat>
      <Stat name="Size" note={`in ${report.tables.length} tables`}>
        {formatSize(report.sizeBytes)}
      </Stat>
      <Stat name="Active connections" note={`of ${connections.max.toLocaleString('en-US')}, ${connections.idle} idle`}>
        {connections.active.toLocaleString('en-US')}
      </Stat>
      <Uptime startedAt={report.startedAt} />
      <Stat name="Version" note={version.rest}>
        {version.name}
      </Stat>
    </dl>
  );
}

function Uptime({ startedAt }: { startedAt: string }) {
  const now = useSeconds();
  return (
    <Stat name="Uptime" note={`since ${formatDateTime(startedAt)}`}>
      {formatUptime(startedAt, now)}
    </Stat>
  );
}

function Stat({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={cx('value', typography.tabular)}>{children}</dd>
      <dd className={cx(typography.small, typography.tertiary, typography.truncate)} title={note}>
        {note}
      </dd>
    </div>
  );
}
