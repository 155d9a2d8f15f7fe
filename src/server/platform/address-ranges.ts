import { BlockList, isIPv6 } from 'node:net';

/** Addresses and ranges in CIDR notation, as one set; IPv4 addresses in IPv6 notation are the same addresses. */
export function createRanges(entries: readonly string[]): { has(address: string): boolean } {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return {
    has(address) {
      const plain = unmap(address);
      return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
    },
  };
}

export const unmap = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
