import type { SafetyFinding } from '#contract/admin-safety.ts';
import { paths } from '#web/paths.ts';
import surface from '#web/styles/surface.module.css';
import typography from '#web/styles/typography.module.css';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonAnchor, ButtonLink } from '#web/ui/button.tsx';
import { CodeBox } from '#web/ui/code-box.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { WithCode } from '#web/ui/with-code.tsx';
import styles from './safety-finding.module.css';

const SEVERITY = {
  must: { word: 'Must', tone: 'bad' },
  should: { word: 'Should', tone: 'warn' },
  note: { word: 'Note', tone: 'neutral' },
} as const;

export function Finding({ finding: { severity, wrong, why, todo, setting, link } }: { finding: SafetyFinding }) {
  const { word, tone } = SEVERITY[severity];
  return (
    <li className={cx(surface.card, styles.finding)}>
      <div className={styles.severity}>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <div className={styles.body}>
        <h2 className={styles.wrong}>
          <WithCode text={wrong} />
        </h2>
        <p className={typography.secondary}>
          <WithCode text={why} />
        </p>
        <p>
          <WithCode text={todo} />
        </p>
        {setting !== null && (
          <CodeBox head={<SettingHead setting={setting} />} className={styles.setting}>
            {setting}
          </CodeBox>
        )}
        {link !== null && (
          <div className={styles.link}>
            <LinkButton {...link} />
          </div>
        )}
      </div>
    </li>
  );
}

function SettingHead({ setting }: { setting: string }) {
  return (
    <>
      <span className={cx(typography.truncate, styles.name)}>environment of the server</span>
      <CopyButton value={setting} label="Copy the setting" />
    </>
  );
}

/** The documentation is served beside the app: a link to it loads the document. */
function LinkButton({ label, to }: NonNullable<SafetyFinding['link']>) {
  if (to.startsWith(paths.docs))
    return (
      <ButtonAnchor size="sm" tallOnPhone href={to}>
        {label}
      </ButtonAnchor>
    );
  return (
    <ButtonLink size="sm" tallOnPhone to={to}>
      {label}
    </ButtonLink>
  );
}
