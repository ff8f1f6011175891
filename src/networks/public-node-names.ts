import type { Network } from '../network.ts';
import { shortCode } from '../short-code.ts';

/** How customers know a node: by its place in the order of preference. Hosts name the operator's providers. */
export const publicNodeName = (index: number): string => `Node ${index + 1}`;

/** The public names of the nodes that records name by their short codes. */
export class PublicNodeNames {
  readonly #names: ReadonlyMap<string, ReadonlyMap<string, string>>;

  constructor(networks: readonly Pick<Network, 'network' | 'upstreams'>[]) {
    this.#names = new Map(
      networks.map(({ network, upstreams }) => [
        network,
        new Map(upstreams.map(({ url }, index) => [shortCode(url), publicNodeName(index)])),
      ]),
    );
  }

  /** Undefined for a node that the settings do not have any more. */
  of(network: string, code: string): string | undefined {
    return this.#names.get(network)?.get(code);
  }
}
