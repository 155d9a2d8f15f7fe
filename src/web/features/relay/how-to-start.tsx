import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './how-to-start.module.css';

const commandOf = (more = '') => `npx ${window.location.origin}/baton-cli.tgz run${more}`;

/** How a run is started: in the overview, before the first one. */
export function HowToStart() {
  return (
    <section className={styles.box} aria-label={T.startTitle} data-part="how-to-start">
      <p className={cx(typography.small, typography.tertiary)}>{T.start}</p>
      <Command text={commandOf()} />
      <p className={cx(typography.small, typography.tertiary)}>{T.tryDemo}</p>
      <Command text={commandOf(' --demo')} />
    </section>
  );
}

function Command({ text }: { text: string }) {
  return (
    <div className={styles.command}>
      <code>{text}</code>
      <CopyButton value={text} label={`${T.copyCommand}: ${text}`} />
    </div>
  );
}
