import type { Benchmark } from './benchmark.ts';

/** All benchmarks by name, in the order in which they run; a module is loaded only when it runs. */
export const benchmarks: Readonly<Record<string, () => Promise<{ readonly benchmark: Benchmark }>>> = {
  'cold-start': () => import('./cold-start.ts'),
  'bundle-size': () => import('./bundle-size.ts'),
  'warm-request': () => import('./warm-request.ts'),
  'dynamodb-units': () => import('./dynamodb-units.ts'),
  tally: () => import('./tally.ts'),
  throughput: () => import('./throughput.ts'),
  latency: () => import('./latency.ts'),
};
