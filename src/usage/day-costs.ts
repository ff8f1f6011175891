import * as v from 'valibot';
import type { NodePrices } from '../cost/node-prices.ts';
import type { NetworkChains } from '../network-chains.ts';
import { recordSchema } from '../records/record-schema.ts';
import { readTries, triesOf } from '../records/tries.ts';
import type { Item } from '../table/item-table.ts';
import { addAmount } from './tally-counter.ts';

// A day's node costs are one JSON string in its day item, beside the figures:
// {"mainnet": {"getSlot": {"picodollars": 1200, "unpriced": 2, "tries": {"8LWa": 3, "xzyf": 1}}}}

const amount = v.pipe(v.number(), v.minValue(0));

const methodCostSchema = v.object({
  /** What the tries cost with the prices of the settings when the day was computed. */
  picodollars: amount,
  /** Tries at nodes for which the settings had no cost: they are counted as 0. */
  unpriced: v.optional(amount, 0),
  /** How often each node was tried: by its short code and how the tries ended (src/records/tries.ts). */
  tries: v.record(v.string(), amount),
});

const dayCostsSchema = v.record(v.string(), v.record(v.string(), methodCostSchema));

/** Node costs of a key's day by network and method. */
export type DayCosts = v.InferOutput<typeof dayCostsSchema>;

const storedSchema = v.pipe(v.string(), v.parseJson(), dayCostsSchema);

/** @throws {v.ValiError} */
export const readDayCosts = (costs: unknown): DayCosts => v.parse(storedSchema, costs);

const rowSchema = v.pick(v.object(recordSchema.entries), ['network', 'calls', 'tries']);

/** The attributes of a record that costs are computed from. */
export const costAttributes = ['sk', 'network', 'calls', 'tries'];

type MethodSum = { readonly tries: Map<string, number>; picodollars: number; unpriced: number };

/** Adds up what the tries of records cost. */
export class DayCostSum {
  readonly #prices: NodePrices;
  readonly #chains: NetworkChains;
  readonly #sums = new Map<string, Map<string, MethodSum>>();

  /** @param before what was added up before, to continue */
  constructor(prices: NodePrices, chains: NetworkChains, before: DayCosts = {}) {
    this.#prices = prices;
    this.#chains = chains;
    for (const [network, methods] of Object.entries(before)) {
      for (const [method, { tries, ...sums }] of Object.entries(methods)) {
        this.#ofNetwork(network).set(method, { ...sums, tries: new Map(Object.entries(tries)) });
      }
    }
  }

  /** @throws {v.ValiError} for an item that is not a record */
  add(item: Item): void {
    const record = v.parse(rowSchema, item);
    for (const call of record.calls) {
      const tries = readTries(triesOf(record, call));
      if (tries.length === 0) continue;
      const sum = this.#sumOf(record.network, this.#chains.tallyName(record.network, call.method));
      for (const one of tries) {
        const picodollars = this.#prices.ofTry(record.network, call.method, one);
        sum.picodollars += (picodollars ?? 0) * call.count;
        if (picodollars === undefined) sum.unpriced += call.count;
        addAmount(sum.tries, one.text, call.count);
      }
    }
  }

  #ofNetwork(network: string): Map<string, MethodSum> {
    const known = this.#sums.get(network) ?? new Map<string, MethodSum>();
    this.#sums.set(network, known);
    return known;
  }

  #sumOf(network: string, method: string): MethodSum {
    const ofNetwork = this.#ofNetwork(network);
    const sum = ofNetwork.get(method) ?? { tries: new Map<string, number>(), picodollars: 0, unpriced: 0 };
    ofNetwork.set(method, sum);
    return sum;
  }

  /** In the form that {@link readDayCosts} reads. */
  toJSON() {
    return Object.fromEntries(
      [...this.#sums].map(([network, methods]) => [
        network,
        Object.fromEntries(
          [...methods].map(([method, { picodollars, unpriced, tries }]) => [
            method,
            {
              picodollars,
              ...(unpriced > 0 && { unpriced }),
              tries: Object.fromEntries(tries),
            },
          ]),
        ),
      ]),
    );
  }
}
