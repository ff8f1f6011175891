import * as v from 'valibot';
import { routes } from '../../../src/routes.ts';
import { operation } from '../operation.ts';
import { endpointShape, toEndpointShape } from '../shapes/endpoint.ts';

export const listEndpoints = operation({
  id: 'listEndpoints',
  summary: 'Every RPC endpoint: chain, network and address',
  takes: {},
  answers: { 200: v.object({ endpoints: v.array(endpointShape) }) },
  problems: [],
  handle: async (_, { parts }) => ({
    status: 200,
    body: { endpoints: routes.map((route) => toEndpointShape(route, parts.rpcUrl)) },
  }),
});
