import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { WithCode } from '#web/ui/with-code.tsx';
import { Dot } from '#web/ui/dot.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './setup.module.css';

interface RowProps {
  icon: LucideIcon;
  name: string;
  tone: 'ok' | 'warn' | 'bad' | undefined;
  said: ReactNode;
  detail: string;
  children?: ReactNode;
}

const TONE = { ok: undefined, warn: styles.warn, bad: styles.bad };

export function Row({ icon: Icon, name, tone, said, detail, children }: RowProps) {
  return (
    <div className={styles.row}>
      <Icon aria-hidden="true" />
      <b>{name}</b>
      <div>
        <div className={cx(styles.said, tone !== undefined && TONE[tone])}>
          <Dot tone={tone} pulse={tone === undefined} />
          <span>{said}</span>
        </div>
        <p className={cx(typography.small, typography.tertiary)}>
          <WithCode text={detail} />
        </p>
      </div>
      <span>{children}</span>
    </div>
  );
}
