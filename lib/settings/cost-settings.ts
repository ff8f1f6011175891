import * as v from 'valibot';
import { chainOfNetwork } from '../../src/chain-of-network.ts';
import { methodGroups } from '../../src/chains/methods.ts';
import { chargeableFaults } from '../../src/cost/node-cost.ts';
import type { Network, Upstream } from '../../src/network.ts';
import { shortCode } from '../../src/short-code.ts';
import type { SettingsProblem } from './configuration-error.ts';

/** More than any provider's, so that a sum of a day stays exact. */
const most = 1_000_000;

const credits = v.pipe(
  v.number(),
  v.minValue(0, 'must be 0 or more credits'),
  v.maxValue(most, `must be at most ${most} credits`),
);

/** What the node's provider charges. Default: nothing. */
export const costSchema = v.strictObject({
  dollarsPerMillionCredits: v.pipe(
    v.number(),
    v.minValue(0, 'must be 0 or more dollars'),
    v.maxValue(most, `must be at most ${most} dollars: is it the price of a single credit, times a million?`),
  ),
  /** Of a call that `creditsOf` does not name. Default: 1. */
  credits: v.optional(credits),
  /** By method or group. */
  creditsOf: v.optional(v.record(v.string(), credits)),
  /** What the provider charges besides: tries that failed by the node's own fault, and refused ones. */
  alsoCharged: v.optional(v.pipe(v.array(v.picklist(chargeableFaults)), v.readonly())),
});

/** Names that `creditsOf` prices and the chain does not have; and nodes that records cannot tell apart. */
export const costProblems = (network: Network, path: string): SettingsProblem[] =>
  network.upstreams.flatMap((node, index) => [
    ...unknownNames(node, network, `${path}.upstreams.${index}.cost.creditsOf`),
    ...sameCode(node, network.upstreams.slice(0, index), `${path}.upstreams.${index}.url`),
  ]);

function unknownNames({ cost }: Upstream, network: Network, path: string): SettingsProblem[] {
  const { methods } = chainOfNetwork(network);
  return Object.keys(cost?.creditsOf ?? {}).flatMap((name) => {
    if (methods.has(name) || methodGroups.some((group) => group === name)) return [];
    const message =
      `is neither a group (${methodGroups.join(', ')}) nor a known method. Correct it, or add it to the network's ` +
      'methods.reads or methods.writes';
    return [{ path: `${path}.${name}`, message }];
  });
}

function sameCode({ url }: Upstream, before: readonly Upstream[], path: string): SettingsProblem[] {
  const same = before.find((other) => other.url !== url && shortCode(other.url) === shortCode(url));
  if (!same) return [];
  const message = `has the same short code in records as ${same.url}. Write one of them differently: with or without a slash at its end`;
  return [{ path, message }];
}
