import { useState } from 'react';
import { Link } from 'react-router';
import type { SetUpState } from '#contract/set-up.ts';
import { SET_UP_TEXTS as T } from '#contract/set-up-texts.ts';
import { KindHint } from '#web/features/instance-kind/index.ts';
import { WithCode } from '#web/ui/with-code.tsx';
import { paths } from '#web/paths.ts';
import { Dot } from '#web/ui/dot.tsx';
import { PayPalHelp } from './help.tsx';
import typography from '#web/styles/typography.module.css';

const PAYMENT = {
  paypal: 'Payment: PayPal.',
  sandbox: 'Payment: sandbox, no real money.',
  nobody: 'Payment: not set up, nothing is sold.',
};

/** What a public service would offer as configured now; once it is chosen, with ways to change that. */
export function ServiceFacts({ state, isChosen }: { state: SetUpState; isChosen: boolean }) {
  const [isHelping, setHelping] = useState(false);
  const { offer } = state;
  const hasPayPal = offer?.provider === 'paypal';
  return (
    <>
      {isChosen && state.mail.server === null && (
        <KindHint>
          <Dot tone="bad" />
          <span>
            <WithCode text={T.needsMail} />
          </span>
        </KindHint>
      )}
      <KindHint>
        <Dot tone={hasPayPal ? 'ok' : 'warn'} />
        <span>
          {PAYMENT[offer?.provider ?? 'nobody']}{' '}
          {!hasPayPal &&
            (isChosen ? (
              <button type="button" className={typography.link} onClick={() => setHelping(true)}>
                Set up PayPal
              </button>
            ) : (
              'PayPal is not set.'
            ))}
        </span>
      </KindHint>
      <KindHint>
        <Dot tone="ok" />
        <span>
          Free: {projects(state.free_projects)} · Pro: {projects(state.pro_projects)}
          {offer !== null && `, $${offer.price_usd}/month`}
          {isChosen && (
            <>
              {'. '}
              <Link className={typography.link} to={{ pathname: paths.adminSettings, hash: 'tier-limits' }}>
                Change limits
              </Link>
            </>
          )}
        </span>
      </KindHint>
      <PayPalHelp open={isHelping} onClose={() => setHelping(false)} url={state.address.url} />
    </>
  );
}

const projects = (count: number) => (count === 1 ? '1 project' : `${count} projects`);
