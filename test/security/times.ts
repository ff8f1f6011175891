import { mintSecret } from '../../src/keys/secret.ts';
import { exchange } from './hostile-exchange.ts';
import type { World } from './security-world.ts';

const rounds = 300;

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The secret that differs in the last of its random characters, with a checksum that fits. */
function neighbourOf(secret: string): string {
  const random = [...secret.slice(4, 36)].map((character) => digits.indexOf(character));
  return mintSecret((max) => ((random.shift() ?? 0) + Number(random.length === 0)) % max);
}

/** The value below which this share of the sorted values lies. */
const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;

/**
 * How long requests with different keys take, in milliseconds, taken in turns. No secrets are compared (a look-up by
 * SHA-256 finds one or none), so that nothing can be learned of a secret piece by piece. What differs is what
 * docs/api.md says: a malformed key costs no read, the refusal of a known key is recorded, and an active key reaches
 * the proxy, here with a body that is refused.
 */
export async function compareTimes({ local, known }: World): Promise<string> {
  const address = local.runtime.endpoints.mainnet ?? '';
  const keys: Readonly<Record<string, () => string>> = {
    malformed: () => `${known.unknown.slice(0, -1)}~`,
    unknown: mintSecret,
    'unknown, one character off an active one': () => neighbourOf(known.active),
    revoked: () => known.revoked,
    active: () => known.active,
  };
  const times = new Map(Object.keys(keys).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, key] of Object.entries(keys)) {
      const headers = ['Content-Type', 'application/json', 'X-API-KEY', key()];
      const began = performance.now();
      await exchange(address, { method: 'POST', path: '/devnet', headers, body: Buffer.from('{') });
      times.get(name)?.push(performance.now() - began);
    }
  }
  const rows = [...times].map(([name, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share).toFixed(2));
    return `  ${name.padEnd(42)} median ${median} ms (quartiles ${low} to ${high})\n`;
  });
  return `how long an answer takes, of ${rounds} each:\n${rows.join('')}`;
}
