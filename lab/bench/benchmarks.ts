import type { Benchmark } from './benchmark.ts';

/** Every benchmark by its name, in the order they are run, a line for each; a module is loaded only when it is run. */
export const benchmarks: Readonly<Record<string, () => Promise<{ readonly benchmark: Benchmark }>>> = {
  'cold-start': () => import('./cold-start.ts'),
  'throttled-cold-start': () => import('./throttled-cold-start.ts'),
  'get-item': () => import('./get-item.ts'),
  'bundle-size': () => import('./bundle-size.ts'),
  'warm-request': () => import('./warm-request.ts'),
  'dynamodb-units': () => import('./dynamodb-units.ts'),
  tally: () => import('./tally.ts'),
  throughput: () => import('./throughput.ts'),
  latency: () => import('./latency.ts'),
  bodies: () => import('./bodies.ts'),
  reports: () => import('./reports.ts'),
  growth: () => import('./growth.ts'),
};
