import { isLocalUrl } from '#server/platform/local-address.ts';
import type { Facts } from './facts.ts';
import { type Judgement, found, passed } from './judgement.ts';
import { LINKS } from './links.ts';

/** What the server calls on behalf of people, and what it sends there. */
export const rulesOfOutgoing = [judgeWebhooks, judgeGoogle, judgeModels];

function judgeWebhooks({ config, settings, isReached }: Facts): Judgement {
  const id = 'outgoing.webhooks';
  if (!(config.privateWebhooks ?? settings.privateWebhooks))
    return passed(id, 'Webhooks of projects reach public addresses over https only.');
  const strangersMaySignUp = settings.instanceKind !== 'team';
  return found(id, isReached && strangersMaySignUp ? 'must' : 'note', {
    wrong: 'Webhooks of projects may go to http, to private networks and to this server itself.',
    why: strangersMaySignUp
      ? 'Anyone can sign up, so anyone can let the server call what only your network should reach.'
      : 'Whoever owns a project can let the server call what only your network should reach.',
    todo: 'Switch it off, unless a webhook needs it and you know everybody here.',
    setting: config.privateWebhooks === true ? 'BATON_PRIVATE_WEBHOOKS=off' : null,
    link: LINKS.settings,
  });
}

function judgeGoogle({ config: { google } }: Facts): Judgement | undefined {
  const id = 'outgoing.google';
  if (google === undefined) return undefined;
  if (google.issuer.startsWith('https:') || isLocalUrl(google.issuer))
    return passed(id, 'Who signs in with Google is asked over https.');
  return found(id, 'must', {
    wrong: `Whoever is at ${new URL(google.issuer).host} says who signs in with Google, over http.`,
    why: 'Whoever is in between can sign in as anybody.',
    todo: 'Take `GOOGLE_ISSUER` away, or use an https address.',
    link: LINKS.documentedSwitches,
  });
}

function judgeModels({ config: { anthropic, openAiCompatible } }: Facts): Judgement | undefined {
  const id = 'outgoing.models';
  const urls = [anthropic?.url, openAiCompatible?.url].filter((url) => url !== undefined);
  if (urls.length === 0) return undefined;
  const open = urls.filter((url) => url.startsWith('http:') && !isLocalUrl(url)).map((url) => new URL(url).host);
  if (open.length === 0) return passed(id, 'Texts go to the language model over https, or stay on this machine.');
  return found(id, 'should', {
    wrong: `PRDs and the key go to the language model at ${open.join(' and ')} over http, without encryption.`,
    why: 'Everybody on the way can read them.',
    todo: 'Use an https address in `OPENAI_COMPATIBLE_URL` or `ANTHROPIC_BASE_URL`.',
    link: LINKS.documentedSwitches,
  });
}
