import * as v from 'valibot';
import type { Chain } from '../../chains/chain.ts';
import { chains } from '../../chains/chains.ts';
import type { Network } from '../../network.ts';
import { type ServedByNetwork, servedByNetwork } from '../../network-methods.ts';
import { type NetworkStatus, networkConditions, nodeConditions } from '../../networks/network-status.ts';
import { timestampSchema, toTimestamp, wholeNumber } from './field-schemas.ts';

const nodeSchema = v.object({
  name: v.string(),
  state: v.pipe(
    v.picklist(nodeConditions),
    v.description('`behind`: the node answers, but with outdated data. It is used last. `down`: its checks failed.'),
  ),
  since: v.pipe(timestampSchema, v.description('Time of the last change of `state`.')),
  height: v.pipe(
    v.nullable(wholeNumber),
    v.description('Newest height of the node, in units of `heightUnit`. null if it is unknown.'),
  ),
  lag: v.pipe(
    v.nullable(wholeNumber),
    v.description('How far it is behind the best node of the network. null if it is unknown.'),
  ),
  lagMs: v.pipe(v.nullable(wholeNumber), v.description('The same in ms, by the time that a block takes now.')),
  lagOfTransaction: v.pipe(
    v.nullable(v.number()),
    v.description(
      'The same as a part of the time in which a transaction is valid: 150 blocks on Solana. null if the chain has none.',
    ),
  ),
});

export const networkSchema = v.object({
  network: v.string(),
  chain: v.string(),
  state: v.pipe(
    v.picklist(networkConditions),
    v.description(
      '`up`: every node is up. `degraded`: some nodes are down or behind, or all are behind. `stalled`: ' +
        'the nodes answer, and none has had a new block for longer than usual. `down`: every node is down. ' +
        '`unknown`: the nodes were not checked in the last three minutes.',
    ),
  ),
  since: v.pipe(
    v.nullable(timestampSchema),
    v.description('The network has been in this state at least since then. null if `state` is `unknown`.'),
  ),
  checkedAt: v.pipe(
    v.nullable(timestampSchema),
    v.description('Time of the last check. The nodes are checked once a minute. null if there was none.'),
  ),
  heightUnit: v.pipe(v.string(), v.description('What heights count, in the plural.')),
  methods: v.pipe(
    v.array(v.object({ group: v.nullable(v.string()), names: v.array(v.string()) })),
    v.description(
      'The known methods that some node of the network serves, by group. null is the group of methods that only this ' +
        'service knows.',
    ),
  ),
  otherMethods: v.pipe(
    v.boolean(),
    v.description('Whether a method that is not in `methods` is passed on to a node, once.'),
  ),
  nodes: v.pipe(
    v.array(nodeSchema),
    v.description('In the order in which they are used. Empty if `state` is `unknown`.'),
  ),
});

export type NetworkView = v.InferOutput<typeof networkSchema>;

export const toNetworkView = (settings: Network, status: NetworkStatus): NetworkView => ({
  network: settings.network,
  chain: settings.chain,
  state: status.state,
  since: orNull(status.since),
  checkedAt: orNull(status.checkedAt),
  heightUnit: chains[settings.chain].heightUnit,
  ...methodsView(servedByNetwork(settings)),
  nodes: status.nodes.map(({ name, state, since, height = null, lag = null, lagMs = null }) => ({
    name,
    state,
    since: toTimestamp(since),
    height,
    lag,
    lagMs,
    lagOfTransaction: lagOfTransaction(lag, chains[settings.chain]),
  })),
});

const lagOfTransaction = (lag: number | null, { transactionBlocks }: Chain): number | null =>
  lag === null || transactionBlocks === undefined ? null : Math.round((lag / transactionBlocks) * 100) / 100;

const methodsView = ({ methods, otherMethods }: ServedByNetwork) => ({
  methods: methods.map(({ group = null, names }) => ({ group, names: [...names] })),
  otherMethods,
});

const orNull = (at: number | undefined): string | null => (at === undefined ? null : toTimestamp(at));
