import type { RequestRecord } from '../../../src/records/record-schema.ts';
import type { Item } from '../../../src/table/item-table.ts';
import { dayMs, dayOf } from '../../../src/time.ts';
import { computeFigures } from '../../../src/usage/day-figures.ts';
import { dayKey } from '../../../src/usage/day-items.ts';
import { addAmount, contributionsOf, counterKey, readCounter } from '../../../src/usage/tally-counter.ts';
import { bucketOf } from '../../../src/usage/usage-range.ts';
import { networkChains } from '../../../test/support/settings.ts';
import { seededRandom } from '../statistics.ts';

const hourMs = 3_600_000;
const network = 'mainnet';
const methods = ['getSlot', 'getBalance', 'getAccountInfo', 'getLatestBlockhash', 'getTransaction'];

/** A call in two seconds, as in docs/performance.md. */
export const callsPerHour = 1_800;

/** An hour's calls as its counter counts them; hours of a key are of a few kinds, so that writing them is quick. */
const kinds = Array.from({ length: 24 }, (_, kind) => hourOf(seededRandom(kind + 1)));

function hourOf(random: () => number): Readonly<Record<string, number>> {
  const amounts = new Map<string, number>();
  for (let call = 0; call < callsPerHour; call += 1) {
    for (const contribution of contributionsOf(recordOf(call, random), networkChains).slice(0, 1)) {
      for (const [name, amount] of contribution.amounts) addAmount(amounts, name, amount);
    }
  }
  return Object.fromEntries(amounts);
}

/** Latencies are log-normal about 40 ms; two calls in a hundred get an error from the node. */
function recordOf(call: number, random: () => number): RequestRecord {
  const outcome = random() < 0.98 ? 'ok' : 'rpc_error';
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const errorCode = outcome === 'rpc_error' ? -32_602 : undefined;
  return {
    requestId: '',
    keyId: '',
    accountId: '',
    network,
    at: 0,
    durationMs: Math.round(40 * Math.exp(0.6 * normal)),
    status: 200,
    outcome,
    calls: [{ method: methods[call % methods.length], outcome, count: 1, ...(errorCode && { errorCode }) }],
    requestBytes: 120,
    responseBytes: 450,
  };
}

/** The counters of a key's hours, all of a day until `now`. */
export function hoursOf(keyId: string, now: number): Item[] {
  const start = now - (now % dayMs);
  const items: Item[] = [];
  for (let at = start; at <= now; at += hourMs) {
    items.push({
      ...counterKey({ keyId, span: 'hour', bucket: bucketOf('hour', at), network }),
      ...kinds[(at / hourMs) % kinds.length],
      position: '1'.padStart(40, '0'),
      expiresAt: 1_795_262_400,
    });
  }
  return items;
}

let figures: Promise<string> | undefined;

/** A key's day of 24 such hours, computed; today's, which has no figures, where `now` lies in it. */
export async function dayItem(accountId: string, keyId: string, at: number, now: number): Promise<Item> {
  figures ??= computeFigures(
    (async function* () {
      for (const hour of hoursOf(keyId, dayMs - 1)) yield readCounter(hour);
    })(),
  );
  const item = { ...dayKey({ accountId, keyId, day: dayOf(at) }), version: 1, expiresAt: 1_795_262_400 };
  return dayOf(at) === dayOf(now) ? { ...item, due: '0' } : { ...item, figures: await figures };
}
