import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { analyzeRequests } from '../../src/usage/request-analysis.ts';
import { effort } from '../support/effort.ts';
import { networkChains } from '../support/settings.ts';
import { countEveryCall, histories, idsOf } from './count-every-call.ts';

const answeredOf = (latencies: Readonly<Record<string, number>>): number =>
  Object.values(latencies).reduce((sum, count) => sum + count, 0);

test('an analysis of requests equals a count of every call, also of one method', () => {
  const methods = fc.constantFrom(undefined, 'getSlot', 'other', 'made-up', 'none');
  fc.assert(
    fc.property(histories, methods, (records, method) => {
      const { byMethod, ...analysis } = analyzeRequests(records, method, networkChains);
      expect({
        requests: analysis.requests,
        methods: Object.entries(byMethod).map(([name, { latencies, ...figures }]) => ({
          method: name,
          answered: answeredOf(latencies),
          ...figures,
        })),
        slowest: idsOf(analysis.slowest),
        largest: idsOf(analysis.largest),
      }).toEqual(countEveryCall(records, method));
    }),
    { numRuns: effort(100, 2_000) },
  );
});
