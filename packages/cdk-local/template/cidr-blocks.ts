import { isIP } from 'node:net';

/**
 * Divides a CIDR block: `Fn::Cidr` of CloudFormation.
 * @param count of the blocks, the first ones
 * @param cidrBits the bits of a block's addresses: 8 for an IPv4 block with /24, 64 for an IPv6 block with /64
 * @throws {RangeError} if the block does not hold them
 */
export function divideCidr(block: string, count: number, cidrBits: number): string[] {
  const [address = '', length = ''] = block.split('/');
  const family = isIP(address);
  const bits = { 4: 32, 6: 128 }[family];
  if (bits === undefined || !/^\d+$/.test(length)) throw new RangeError(`${block} is not a CIDR block`);
  const free = bits - Number(length) - cidrBits;
  if (free < 0 || count > 2 ** free) throw new RangeError(`${block} does not hold ${count} blocks of ${cidrBits} bits`);
  const first = family === 4 ? fromIpv4(address) : fromIpv6(address);
  const text = family === 4 ? toIpv4 : toIpv6;
  return Array.from({ length: count }, (_, index) => {
    const start = first + (BigInt(index) << BigInt(cidrBits));
    return `${text(start)}/${bits - cidrBits}`;
  });
}

const joined = (parts: readonly number[], bits: bigint): bigint =>
  parts.reduce((sum, part) => (sum << bits) + BigInt(part), 0n);

const partsOf = (value: bigint, count: number, bits: number): number[] =>
  Array.from({ length: count }, (_, index) =>
    Number(BigInt.asUintN(bits, value >> BigInt(bits * (count - 1 - index)))),
  );

const fromIpv4 = (address: string): bigint => joined(address.split('.').map(Number), 8n);
const toIpv4 = (value: bigint): string => partsOf(value, 4, 8).join('.');

function fromIpv6(address: string): bigint {
  const [head = '', tail = ''] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return joined(
    [...head, ...zeros, ...tail].map((part) => Number.parseInt(part, 16)),
    16n,
  );
}

/** Without the short form of zeros: its readers parse it. */
const toIpv6 = (value: bigint): string =>
  partsOf(value, 8, 16)
    .map((part) => part.toString(16))
    .join(':');
