import { BlockList, isIP } from 'node:net';

/** Addresses that no router of the internet forwards (IANA, special-purpose address registries). */
const privateRanges = new BlockList();
for (const [address, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateRanges.addSubnet(address, bits, 'ipv4');
privateRanges.addAddress('::1', 'ipv6');
privateRanges.addSubnet('fc00::', 7, 'ipv6');
privateRanges.addSubnet('fe80::', 10, 'ipv6');

export type AddressFamily = 'ipv4' | 'ipv6';

/** The address in a URL, and its family; undefined for a name. */
export function addressIn(url: string): { readonly address: string; readonly family: AddressFamily } | undefined {
  const address = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version === 0 ? undefined : { address, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/**
 * Whether a node is reached without the internet: its URL has a private address, or the operator says so. A name alone
 * does not tell: a private zone may answer for any.
 */
export function isPrivate({
  url,
  private: saidToBe,
}: {
  readonly url: string;
  readonly private?: boolean | undefined;
}): boolean {
  const found = addressIn(url);
  return saidToBe === true || (found !== undefined && privateRanges.check(found.address, found.family));
}
