import { localChains } from '../chains/chains.ts';
import { type ChosenNetwork, membersOf } from './choose-nodes.ts';

/**
 * Gives the demo's first network nodes that each serve some of the methods at a price, unless its settings already say
 * something of their nodes. One local chain node represents all of them.
 */
export function withDemoNodes([first, ...others]: readonly ChosenNetwork[]): ChosenNetwork[] {
  if (first === undefined) return [];
  const { network, isAsked, note } = first;
  const isPlain = network.upstreams.every((node) => Object.keys(membersOf(node)).length === 0);
  if (isAsked || !isPlain) return [first, ...others];
  const upstreams = localChains[network.chain].demoNodes.map((node) => ({ ...node, url: '' }));
  const shown = `${note}, as ${upstreams.length} nodes with prices`;
  return [{ network: { ...network, upstreams }, isAsked, note: shown }, ...others];
}
