import { isLocalUrl, isLoopback } from '#server/platform/local-address.ts';
import type { Facts } from './facts.ts';
import { type Judgement, found, passed } from './judgement.ts';
import { LINKS } from './links.ts';

/** Whether what people send can be read on the way, and whether there is a way around the encryption. */
export const rulesOfNetwork = [judgeEncryption, judgeListening];

function judgeEncryption({ config: { url } }: Facts): Judgement {
  const id = 'network.https';
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return passed(id, 'People reach Baton over https, and its cookies are Secure.');
  if (isLocalUrl(url)) return passed(id, 'BATON_URL is an address of this machine, which needs no certificate.');
  return found(id, 'must', {
    wrong: `People reach Baton over http, without encryption: \`BATON_URL\` is \`${url}\`.`,
    why: 'Everybody on the way can read passwords, keys and plans, and use the cookies, which are sent without `Secure`.',
    todo: 'Put a proxy with a certificate in front, and set the https address.',
    setting: `BATON_URL=https://${hostname}`,
    link: LINKS.documentedProxy,
  });
}

function judgeListening({ config: { host, port, url } }: Facts): Judgement {
  const id = 'network.listens';
  if (isLoopback(host) || host === 'localhost')
    return passed(id, `It listens on this machine only (${host}), without a port that others reach.`);
  if (isLocalUrl(url))
    return found(id, 'should', {
      wrong: `Port ${port} is open to the network (\`HOST\` is \`${host}\`), though \`BATON_URL\` is an address of this machine.`,
      why: 'Whoever reaches the port can use Baton over http, without encryption.',
      todo: 'Listen on this machine only. In a container, which needs `0.0.0.0`, publish the port as `127.0.0.1:3000:3000`.',
      setting: 'HOST=127.0.0.1',
      link: LINKS.documentedFirewall,
    });
  return found(id, 'note', {
    wrong: `Port ${port} is open to the network (\`HOST\` is \`${host}\`), without encryption.`,
    why: 'Whoever reaches the port goes around the proxy and its certificate. Whether a firewall closes it, Baton cannot see.',
    todo: 'Listen on this machine only, if the proxy runs on it too; otherwise let only the proxy reach the port.',
    setting: 'HOST=127.0.0.1',
    link: LINKS.documentedFirewall,
  });
}
