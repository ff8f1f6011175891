import type { Benchmark } from './benchmark.ts';
import { requestGrowth } from './growth/growth-requests.ts';
import { historyGrowth } from './growth/history.ts';

export const benchmark: Benchmark = {
  title: 'Growth',
  measures:
    'What a request takes with 10, 1,000 and 100,000 keys in the Directory, each request with one of them at random, and ' +
    'with 1, 8 and 64 requests at once in one process: processor time of the bundled authorizer and proxy behind a thin ' +
    'HTTP server; DynamoDB calls, and units by the rules of AWS. Lambda gives a process one request at a time. Then what a ' +
    'page of a key’s history takes the control plane over the SDK, from anywhere in one day’s partition of 1,000 and of ' +
    '100,000 rows; the newest page of a key of the free plan, with 1,000 rows a day, and of the scale plan, with 100,000; and ' +
    'from the rows’ measured size what 10 million of them come to. All on DynamoDB Local.',
  run: async () => [...(await requestGrowth()), ...(await historyGrowth())],
};
