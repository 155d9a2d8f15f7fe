import styles from './instance-kind.module.css';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { SET_UP_TEXTS as T } from '#contract/set-up-texts.ts';
import { tabStore } from '#web/lib/browser-store.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';
import { type Choice, sendChoice } from './choice.ts';
import layout from '#web/styles/layout.module.css';

/** In sessionStorage until the projects page is opened, which may be after the example project. */
const KEPT = 'baton-set-up-done';

export function tellSetUpDone(choice: Choice, mailWaits: boolean): void {
  const [domain] = sendChoice(choice).domains;
  const at = choice.signUpBy === 'domain' && domain !== undefined ? ` at ${domain}` : '';
  const said = T.done(choice.kind === 'team' ? `your team${at}` : 'everyone');
  tabStore.write(KEPT, mailWaits ? `${said} ${T.mailWaits}` : said);
}

/** Shown once, after the set-up: what the instance is now, with a link to the console. */
export function SetUpDone() {
  const [said, setSaid] = useState(() => tabStore.read(KEPT));
  useEffect(() => tabStore.remove(KEPT), []);
  if (said === null) return null;
  return (
    <div className={cx(surface.card, styles.setUpDone)} role="status">
      <StatusGlyph status="done" />
      <span className={layout.grow}>{said}</span>
      <ButtonLink variant="ghost" size="sm" to={paths.admin}>
        Open console
      </ButtonLink>
      <IconButton size="sm" label="Close" icon={<X />} onClick={() => setSaid(null)} />
    </div>
  );
}
