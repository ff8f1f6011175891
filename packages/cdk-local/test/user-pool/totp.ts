import { createHmac } from 'node:crypto';

/** What an authenticator app shows at a time (RFC 6238). */
export function totp(secret: string, time = Date.now()): string {
  const bits = [...secret].map((it) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(it).toString(2).padStart(5, '0'));
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((it) => Number.parseInt(it, 2)) ?? [],
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  return String((mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
