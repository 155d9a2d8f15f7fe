import type { ReactNode } from 'react';
import { Tag } from '#web/ui/labels.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { steps } from './texts.ts';
import { PageSection } from '#web/features/public-frame/index.ts';
import { cx } from '#web/ui/cx.ts';
import styles from './steps.module.css';
import layout from '#web/styles/layout.module.css';

export function Steps() {
  return (
    <PageSection title={steps.title}>
      <ol className={styles.steps}>
        <Step number={1} {...steps.write}>
          <div className={cx('code', styles.code)}>
            <pre>
              <b>## Rate limiter</b>
              {'\nToken bucket per API key.\n'}
              <span className="c">Under 2 ms at p99.</span>
            </pre>
          </div>
        </Step>
        <Step number={2} {...steps.connect}>
          <div className={cx('code', styles.code)}>
            <pre>
              {'claude mcp add --transport http\n  baton '}
              <span className="s">{`${window.location.origin}/mcp`}</span>
              {'\n  --header '}
              <span className="s">'Authorization: …'</span>
            </pre>
          </div>
        </Step>
        <Step number={3} {...steps.watch}>
          <div className={styles.tasks}>
            <div>
              <StatusGlyph status="done" label="done" />
              <s>Lua script for atomic take</s>
            </div>
            <div className={styles.held}>
              <StatusGlyph status="wip" />
              Clock-skew guard
              <span className={layout.pushEnd}>
                <Tag kind="wip">WIP</Tag>
              </span>
            </div>
            <div>
              <StatusGlyph status="open" label="open" />
              Retry-After header math
            </div>
          </div>
        </Step>
      </ol>
    </PageSection>
  );
}

function Step({ number, title, text, children }: { number: number; title: string; text: string; children: ReactNode }) {
  return (
    <li>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
    </li>
  );
}
