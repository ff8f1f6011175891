import * as v from 'valibot';
import { chainOfNetwork } from '../../src/chain-of-network.ts';
import type { Chain } from '../../src/chains/chain.ts';
import { chains } from '../../src/chains/chains.ts';
import { methodGroups } from '../../src/chains/methods.ts';
import { serves } from '../../src/chains/served.ts';
import type { Network, NetworkMethods, Upstream } from '../../src/network.ts';
import type { SettingsProblem } from './configuration-error.ts';

const methodNames = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z][\w.]{0,63}$/, 'must be the name of a method, of at most 64 letters, digits, _ and .'),
    ),
  ),
  v.readonly(),
);

export const networkMethodsSchema = v.strictObject({
  /** Further methods that only read, so they may be sent to several nodes. */
  reads: v.optional(methodNames),
  /** Further methods that change the chain, so they are sent once. */
  writes: v.optional(methodNames),
  /** Never sent to a node, for any key. */
  unsupported: v.optional(methodNames),
});

const methodsOrGroups = v.pipe(methodNames, v.minLength(1, 'must name at least one method or group'));

/** Which methods a node serves. */
export const nodeMethodEntries = {
  /** The only methods, or groups of them, that are sent to this node. Default: all. */
  methods: v.optional(methodsOrGroups),
  /** Methods, or groups of them, that are never sent to this node. */
  exceptMethods: v.optional(methodsOrGroups),
};

/** Methods that are listed twice, that would be sent to the wrong place, or that a node names and nobody knows. */
export const methodProblems = (network: Network, path: string): SettingsProblem[] => [
  ...listProblems(network, path),
  ...network.upstreams.flatMap((node, index) =>
    nodeProblems(node, chainOfNetwork(network), `${path}.upstreams.${index}`),
  ),
];

function nodeProblems(node: Upstream, chain: Chain, path: string): SettingsProblem[] {
  const unknown = (node.methods ?? []).flatMap((name, index) => {
    const isKnown = chain.methods.has(name) || methodGroups.some((group) => group === name);
    const message =
      `${name} is neither a group (${methodGroups.join(', ')}) nor a known method. Correct it, or add it to the ` +
      "network's methods.reads or methods.writes";
    return isKnown ? [] : [{ path: `${path}.methods.${index}`, message }];
  });
  const servesNothing =
    node.methods !== undefined && ![...chain.methods.keys()].some((name) => serves(node, chain, name));
  if (unknown.length > 0 || !servesNothing) return unknown;
  return [
    { path: `${path}.exceptMethods`, message: 'leaves no method for this node. Remove the node, or a method here' },
  ];
}

const listProblems = ({ chain, methods = {} }: Network, path: string): SettingsProblem[] => [
  ...repeatedMethods(methods, `${path}.methods`),
  ...(methods.reads ?? []).flatMap((name, index) => {
    const use = chains[chain].methods.get(name)?.use ?? 'read';
    const message = `${name} must not be sent to several nodes. Remove it: ${reasons[use]}`;
    return use === 'read' ? [] : [{ path: `${path}.methods.reads.${index}`, message }];
  }),
  ...(methods.unsupported ?? []).flatMap((name, index) => {
    const isAsked = [chains[chain].health.method, chains[chain].height.method].includes(name);
    const message = `${name} must be supported: the gateway's own checks send it`;
    return isAsked ? [{ path: `${path}.methods.unsupported.${index}`, message }] : [];
  }),
];

const reasons = {
  read: '',
  signed: 'it changes the chain',
  write: 'it changes the chain',
  pinned: 'only one node knows its state',
} as const;

function repeatedMethods(methods: NetworkMethods, path: string): SettingsProblem[] {
  const seen = new Map<string, string>();
  const problems: SettingsProblem[] = [];
  for (const list of ['reads', 'writes', 'unsupported'] as const) {
    for (const [index, name] of (methods[list] ?? []).entries()) {
      const before = seen.get(name);
      if (before)
        problems.push({ path: `${path}.${list}.${index}`, message: `${name} is listed in ${before} already` });
      seen.set(name, list);
    }
  }
  return problems;
}
