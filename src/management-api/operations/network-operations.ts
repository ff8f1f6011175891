import * as v from 'valibot';
import { readNetworkStatus } from '../../networks/network-status.ts';
import { operation } from '../operation.ts';
import { networkSchema, toNetworkView } from '../schemas/network-schema.ts';

export const listNetworks = operation({
  id: 'listNetworks',
  summary: 'List the networks with the state of their nodes',
  request: {},
  responses: { 200: v.object({ networks: v.array(networkSchema) }) },
  problems: [],
  handle: async (_, { deps }) => {
    const { settings, networkStates, clock } = deps;
    const networks = settings.networks.map(async (network) =>
      toNetworkView(network, await readNetworkStatus(networkStates, network.network, clock)),
    );
    return { status: 200, body: { networks: await Promise.all(networks) } };
  },
});
