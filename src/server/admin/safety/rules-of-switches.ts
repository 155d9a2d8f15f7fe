import { standsAlone } from '#server/platform/http/caller.ts';
import { isLocalUrl } from '#server/platform/local-address.ts';
import type { Facts } from './facts.ts';
import { isGuessable } from './is-guessable.ts';
import { type Judgement, found, ifReached, passed } from './judgement.ts';
import { LINKS } from './links.ts';

/** Switches that help while developing or testing, and what they open elsewhere. */
export const rulesOfSwitches = [
  judgeInspector,
  judgeCertificates,
  judgeRoot,
  judgeLimit,
  judgeMetrics,
  judgePayments,
  judgeClock,
];

const link = LINKS.documentedSwitches;

function judgeInspector({ process: { inspectorUrl } }: Facts): Judgement {
  const id = 'switches.inspector';
  if (inspectorUrl === undefined) return passed(id, 'No debugger can attach to the server.');
  const { host } = new URL(inspectorUrl);
  return found(id, 'must', {
    wrong: `A debugger can attach to the server at ${host}.`,
    why: 'Whoever reaches that port runs any code in the server, without a password.',
    todo: 'Start the server without `--inspect`.',
    link,
  });
}

function judgeCertificates({ config }: Facts): Judgement {
  const id = 'switches.certificates';
  if (config.checksCertificates) return passed(id, 'Certificates of the servers that Baton calls are checked.');
  return found(id, 'must', {
    wrong: 'Baton takes any certificate: `NODE_TLS_REJECT_UNAUTHORIZED` is `0`.',
    why: 'Whoever is in between can pose as the mail server, Google, PayPal or the model, and read keys and mails.',
    todo: 'Take the variable away. For an authority of your own set `NODE_EXTRA_CA_CERTS` to its file.',
    link,
  });
}

function judgeRoot({ process: { isRoot }, isReached }: Facts): Judgement {
  const id = 'switches.root';
  if (!isRoot) return passed(id, 'The server does not run as root.');
  return found(id, ifReached(isReached, 'should'), {
    wrong: 'The server runs as root.',
    why: 'Whoever found a way into it would have the whole machine.',
    todo: 'Run it as a user of its own, as the systemd unit and the image do.',
    link: { label: 'Install a release', to: '/docs/operations#install-a-release' },
  });
}

function judgeLimit({ config: { requestsPerMinute }, isReached }: Facts): Judgement {
  const id = 'switches.request-limit';
  if (requestsPerMinute > 0)
    return passed(
      id,
      `One account or address may send ${requestsPerMinute.toLocaleString('en-US')} requests a minute.`,
    );
  return found(id, ifReached(isReached, 'should'), {
    wrong: 'One address may send any number of requests: `BATON_REQUESTS_PER_MINUTE` is `0`.',
    why: 'A single program can keep the server from everybody else.',
    todo: 'Take the variable away: 1,200 a minute is the default.',
    link,
  });
}

function judgeMetrics({ config, isReached }: Facts): Judgement {
  const id = 'switches.metrics';
  const { metricsToken } = config;
  if (metricsToken === undefined)
    return passed(
      id,
      standsAlone(config) ? '`/metrics` answers this machine only.' : '`/metrics` answers nobody: it has no token.',
    );
  if (!isGuessable(metricsToken)) return passed(id, '`/metrics` needs a token.');
  return found(id, ifReached(isReached, 'should'), {
    wrong: '`BATON_METRICS_TOKEN` is easy to guess: it repeats itself.',
    why: '`/metrics` tells how much the server is used, and by which calls.',
    todo: 'Replace it by random characters (`openssl rand -hex 16`).',
    link,
  });
}

function judgePayments({ config: { paypal, sandboxSells, url }, isReached }: Facts): Judgement | undefined {
  const id = 'switches.payments';
  if (paypal === undefined) {
    if (!sandboxSells) return passed(id, 'Nothing is sold without money.');
    if (isLocalUrl(url)) return undefined;
    return found(id, 'should', {
      wrong: 'The sandbox gives Pro to whoever asks, without money: `BATON_SANDBOX_PAYMENTS` is `on`.',
      why: 'On a public service the limits of Free then hold back nobody.',
      todo: 'Switch it off, or set PayPal up.',
      setting: 'BATON_SANDBOX_PAYMENTS=off',
      link,
    });
  }
  const { hostname } = new URL(paypal.url);
  if (hostname === 'api-m.paypal.com') return passed(id, 'Payments go through PayPal, whose messages are verified.');
  return found(id, ifReached(isReached, 'should'), {
    wrong: `Payments are a test: \`PAYPAL_BASE_URL\` leads to ${hostname}.`,
    why: 'Whoever has an account there gets Pro without money.',
    todo: 'Take the variable away once real payments begin.',
    link,
  });
}

function judgeClock({ config: { hasOwnClock } }: Facts): Judgement {
  const id = 'switches.clock';
  if (!hasOwnClock) return passed(id, 'Leases and changes are told by the database’s clock.');
  return found(id, 'note', {
    wrong: 'Leases are told by the clock of this machine: `BATON_CLOCK` is `machine`.',
    why: 'Where several servers disagree about the time, an agent can lose its task too early. It is meant for tests.',
    todo: 'Take the variable away.',
    link,
  });
}
