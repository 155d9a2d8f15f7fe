import { isIPv6 } from 'node:net';
import { createRanges } from '#server/platform/address-ranges.ts';
import { isPublic } from '#server/platform/http/allowed-addresses.ts';
import { isLocalUrl } from '#server/platform/local-address.ts';
import type { Facts, Forwarder } from './facts.ts';
import { type Judgement, found, passed } from './judgement.ts';
import { LINKS } from './links.ts';

/** Whom the server believes who a request comes from. */
export const rulesOfProxies = [judgeTrust, judgeWidth, judgeStrangers];

const VARIABLE = 'BATON_TRUSTED_PROXIES';
/** Networks with so short a prefix belong to nobody alone: a 256th of all IPv4 addresses, a 65,536th of IPv6. */
const LONGEST_TOO_WIDE = { 4: 8, 6: 16 } as const;
const PRIVATE = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];
const SHOWN = 3;

function judgeTrust({ config: { url, trustedProxies } }: Facts): Judgement | undefined {
  const id = 'proxies.trusted';
  if (trustedProxies.length > 0)
    return passed(id, `Addresses of people are taken from ${count(trustedProxies.length, 'proxy', 'proxies')} only.`);
  if (isLocalUrl(url) || !url.startsWith('https:')) return undefined;
  return found(id, 'should', {
    wrong: 'People come through a proxy (`BATON_URL` is https), and none is trusted.',
    why: 'All people share the proxy’s address: one who guesses passwords closes the sign-in for everybody, and no log knows who it was.',
    todo: 'Name the address your proxy connects from.',
    setting: `${VARIABLE}=127.0.0.1`,
    link: LINKS.documentedTrust,
  });
}

function judgeWidth({ config: { trustedProxies } }: Facts): Judgement | undefined {
  const id = 'proxies.width';
  if (trustedProxies.length === 0) return undefined;
  const tooWide = trustedProxies.filter(isTooWide);
  if (tooWide.length > 0)
    return found(id, 'must', {
      wrong: `\`${VARIABLE}\` trusts ${tooWide.map(code).join(' and ')}: whole regions of the internet.`,
      why: 'Anybody in there can claim any address: limits and lock-outs do not stop them, and logs show what they made up.',
      todo: 'Name the addresses of your own proxies alone.',
      setting: `${VARIABLE}=127.0.0.1`,
      link: LINKS.documentedTrust,
    });
  const publicRanges = trustedProxies.filter(isPublicRange);
  if (publicRanges.length > 0)
    return found(id, 'note', {
      wrong: `\`${VARIABLE}\` trusts public networks: ${shorten(publicRanges.map(code))}.`,
      why: 'Every machine in them can claim any address for its users. That is right for the published list of a CDN, and for nothing else.',
      todo: 'Compare them with the list of your provider.',
      link: LINKS.documentedTrust,
    });
  return passed(id, 'The trusted proxies are single addresses or private networks.');
}

/** Those that are trusted by now do not count, and what came from elsewhere was not believed. */
function judgeStrangers({ config, forwarders }: Facts): Judgement {
  const id = 'proxies.strangers';
  const trusted = createRanges(config.trustedProxies);
  const strangers = forwarders.filter(({ address }) => !trusted.has(address));
  const near = strangers.filter(({ address }) => !isPublic(address));
  const [nearest] = near;
  if (nearest !== undefined)
    return found(id, 'should', {
      wrong: `A proxy that is not trusted seems to stand in front: ${listSeen(near)}.`,
      why: 'It sends headers that say for whom it asks. Baton does not believe them, so all people behind it share its address and its limits.',
      todo: 'If it is yours, trust it. If not, find out what sends these requests.',
      setting: `${VARIABLE}=${[...config.trustedProxies, nearest.address].join(',')}`,
      link: LINKS.documentedTrust,
    });
  if (strangers.length > 0)
    return found(id, 'note', {
      wrong: `Requests from public addresses claimed to be forwarded: ${listSeen(strangers)}.`,
      why: 'Baton did not believe them. Scanners send such headers; a proxy of yours with a public address would too.',
      todo: 'Nothing, unless an address is your proxy’s.',
      link: LINKS.documentedTrust,
    });
  return passed(id, 'No address that is not trusted has sent forwarded headers in the last 30 days.');
}

const listSeen = (seen: readonly Forwarder[]): string =>
  shorten(
    seen.map(
      ({ address, header, lastSeen }) =>
        `\`${address}\` (\`${header}\`, last ${lastSeen.toISOString().slice(0, 16).replace('T', ' ')} UTC)`,
    ),
  );

function shorten(items: readonly string[]): string {
  const more = items.length - SHOWN;
  return more > 0 ? `${items.slice(0, SHOWN).join(', ')} and ${more} more` : items.join(', ');
}

function isTooWide(range: string): boolean {
  const { prefix, family } = partsOf(range);
  return prefix !== undefined && prefix <= LONGEST_TOO_WIDE[family] && !isPrivateRange(range);
}

const isPublicRange = (range: string): boolean => range.includes('/') && !isPrivateRange(range);

/** Whether the whole of it lies within one network that is never routed on the internet. */
function isPrivateRange(range: string): boolean {
  const { address, prefix = Infinity } = partsOf(range);
  return PRIVATE.some((block) => createRanges([block]).has(address) && prefix >= (partsOf(block).prefix ?? 0));
}

function partsOf(range: string): { address: string; prefix: number | undefined; family: 4 | 6 } {
  const [address = '', prefix] = range.split('/');
  return { address, prefix: prefix === undefined ? undefined : Number(prefix), family: isIPv6(address) ? 6 : 4 };
}

const code = (text: string) => `\`${text}\``;
const count = (n: number, one: string, many: string) => `${n} trusted ${n === 1 ? one : many}`;
