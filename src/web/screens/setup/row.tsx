import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { WithCode } from '#web/features/instance-kind/index.ts';
import { Dot } from '#web/ui/dot.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

interface RowProps {
  icon: LucideIcon;
  name: string;
  tone: 'ok' | 'warn' | 'bad' | undefined;
  said: ReactNode;
  detail: string;
  children?: ReactNode;
}

export function Row({ icon: Icon, name, tone, said, detail, children }: RowProps) {
  return (
    <div className="setup-row">
      <Icon aria-hidden="true" />
      <b>{name}</b>
      <div>
        <div className={tone === undefined ? 'said' : `said ${tone}`}>
          <Dot tone={tone} pulse={tone === undefined} />
          <span>{said}</span>
        </div>
        <p className={cx(typography.small, typography.tertiary)}>
          <WithCode text={detail} />
        </p>
      </div>
      <span className="act">{children}</span>
    </div>
  );
}
