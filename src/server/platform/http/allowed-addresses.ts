import { BlockList } from 'node:net';
import { type HostKind, classifyHost } from '@better-auth/core/utils/host';

/**
 * Metadata services of cloud providers outside the link-local range: of AWS and Google by IPv6, of Alibaba, and Azure's
 * WireServer, whose address would count as public.
 */
const METADATA = new BlockList();
METADATA.addSubnet('fd00:ec2::', 32, 'ipv6');
METADATA.addSubnet('fd20:ce::', 32, 'ipv6');
METADATA.addAddress('100.100.100.200');
METADATA.addAddress('168.63.129.16');

/** All that is assigned to the internet. What is beside it, such as translated IPv4 addresses, leads somewhere else. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

/** Other names are judged by the addresses to which they resolve. */
export const isPublic = (host: string): boolean => kindOf(host) === 'public';

const NEAR = new Set(['public', 'private', 'loopback', 'sharedAddressSpace']);

/**
 * Also private networks and this machine, where the administrator allows it. Link-local addresses stay refused: the
 * metadata services of cloud providers are there, and answer with credentials.
 */
export const isNearOrPublic = (address: string): boolean => NEAR.has(kindOf(address));

function kindOf(host: string): HostKind {
  const { kind, literal, canonical } = classifyHost(host);
  if (literal === 'fqdn') return kind;
  if (METADATA.check(canonical, literal)) return 'cloudMetadata';
  return kind === 'public' && literal === 'ipv6' && !GLOBAL_IPV6.check(canonical, literal) ? 'reserved' : kind;
}
