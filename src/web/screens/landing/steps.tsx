import type { ReactNode } from 'react';
import { Tag } from '#web/ui/tag.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { steps } from './texts.ts';
import { PageSection } from '#web/features/public-frame/index.ts';
import layout from '#web/styles/layout.module.css';
import styles from './steps.module.css';
import { CodeBox } from '#web/ui/code-box.tsx';

export function Steps() {
  return (
    <PageSection title={steps.title}>
      <ol className={styles.steps}>
        <Step number={1} {...steps.write}>
          <CodeBox sample className={styles.code}>
            <b>## Rate limiter</b>
            {'\nToken bucket per API key.\n'}
            <span data-token="comment">Under 2 ms at p99.</span>
          </CodeBox>
        </Step>
        <Step number={2} {...steps.connect}>
          <CodeBox sample className={styles.code}>
            {'claude mcp add --transport http\n  baton '}
            <span data-token="string">{`${window.location.origin}/mcp`}</span>
          </CodeBox>
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
