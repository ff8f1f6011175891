import { chainOfNetwork } from '../chain-of-network.ts';
import type { Chain } from '../chains/chain.ts';
import type { Network, Upstream } from '../network.ts';
import type { NodeTry, TryEnd } from '../records/tries.ts';
import { shortCode } from '../short-code.ts';
import type { NodeCost } from './node-cost.ts';

/** Amounts are whole picodollars, so that sums are exact: a call of a thousandth of a credit still has a price. */
export const picodollarsPerDollar = 1e12;

const picodollarsPerCredit = picodollarsPerDollar / 1e6;

const chargedByDefault: ReadonlySet<TryEnd> = new Set(['answered', 'unanswered', 'cancelled']);

/** The credits of a call of a method. */
const creditsOf = (
  { credits = 1, creditsOf: byName = {} }: NodeCost,
  chain: Pick<Chain, 'methods'>,
  method: string,
): number => own(byName, method) ?? own(byName, chain.methods.get(method)?.group) ?? credits;

const own = (numbers: Readonly<Record<string, number>>, name: string | undefined): number | undefined =>
  name !== undefined && Object.hasOwn(numbers, name) ? numbers[name] : undefined;

/** What a call of a method costs at a node, in picodollars; 0 without a `cost` in the settings. */
const picodollarsOfCall = ({ cost }: Upstream, chain: Pick<Chain, 'methods'>, method: string): number =>
  cost ? Math.round(creditsOf(cost, chain, method) * cost.dollarsPerMillionCredits * picodollarsPerCredit) : 0;

/** The same in dollars. */
export const nodeDollarsOfCall = (node: Upstream, chain: Pick<Chain, 'methods'>, method: string): number =>
  picodollarsOfCall(node, chain, method) / picodollarsPerDollar;

/** What tries cost at the nodes of the settings. */
export class NodePrices {
  readonly #networks: ReadonlyMap<string, { readonly chain: Chain; readonly nodes: ReadonlyMap<string, Upstream> }>;
  /** Some node has a cost. */
  readonly any: boolean;

  constructor(networks: readonly Network[]) {
    this.any = networks.some(({ upstreams }) => upstreams.some(({ cost }) => cost !== undefined));
    this.#networks = new Map(
      networks.map((network) => {
        const nodes = new Map(network.upstreams.map((node) => [shortCode(node.url), node]));
        return [network.network, { chain: chainOfNetwork(network), nodes }];
      }),
    );
  }

  /** In picodollars; undefined if the settings have no cost for the node, or no such node any more. */
  ofTry(network: string, method: string | undefined, { node: code, end }: NodeTry): number | undefined {
    const known = this.#networks.get(network);
    const node = known?.nodes.get(code);
    if (!known || !node?.cost) return undefined;
    if (!isCharged(node.cost, end)) return 0;
    return picodollarsOfCall(node, known.chain, method ?? '');
  }
}

const isCharged = ({ alsoCharged = [] }: NodeCost, end: TryEnd): boolean =>
  chargedByDefault.has(end) || alsoCharged.some((name) => name === end);
