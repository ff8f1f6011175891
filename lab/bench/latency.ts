import type { Benchmark } from './benchmark.ts';
import { roundTrips } from './latency/round-trips.ts';
import { throughRuntime } from './latency/through-runtime.ts';

export const benchmark: Benchmark = {
  title: 'Latency',
  measures:
    'Calls made one after the other. First through the whole local runtime, with its emulated HTTP API, its gate of IAM ' +
    'policies, functions in worker threads and DynamoDB Local, none of which is as fast as the AWS service it replaces, against ' +
    'the same call straight to the node. Then, with the bundles of authorizer and proxy behind a thin HTTP server, how ' +
    'many DynamoDB calls a call waits for beyond its node’s own time, a read and one that changes the chain: API Gateway has the authorizer’s answer, the node takes 150 ms, every call to DynamoDB is held ' +
    'up by 20 and by 60 ms in turn, and what the median grows by is divided by how much longer a call was really held up. ',
  run: async () => [...(await throughRuntime()), ...(await roundTrips())],
};
