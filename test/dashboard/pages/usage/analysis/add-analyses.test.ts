import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addAnalyses } from '../../../../../dashboard/pages/usage/analysis/add-analyses.ts';
import { toRequestView } from '../../../../../src/management-api/request-view.ts';
import { toAnalysisView } from '../../../../../src/management-api/schemas/analysis-schema.ts';
import { PublicNodeNames } from '../../../../../src/networks/public-node-names.ts';
import { analyzeRequests } from '../../../../../src/usage/request-analysis.ts';
import { effort } from '../../../../support/effort.ts';
import { networkChains } from '../../../../support/settings.ts';
import { countEveryCall, histories, idsOf } from '../../../../usage/count-every-call.ts';

const nodes = new PublicNodeNames([]);
const hour = (index: number): string => new Date(Date.UTC(2026, 10, 20) - index * 3_600_000).toISOString();

test('the sum of the parts of a range equals a count of every call in it', () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 1, max: 9 }), fc.boolean(), (records, length, isWhole) => {
      const starts = records.length === 0 ? [0] : [...records.keys()].filter((index) => index % length === 0);
      const parts = starts.map((start, index) =>
        toAnalysisView(
          analyzeRequests(records.slice(start, start + length), undefined, networkChains),
          {
            from: hour(index + 1),
            to: hour(index),
            nextCursor: isWhole && index === starts.length - 1 ? null : 'next',
            historyFrom: hour(1_000),
          },
          (record) => toRequestView(record, nodes),
        ),
      );
      const sum = addAnalyses(parts);
      expect({ ...sum, slowest: idsOf(sum?.slowest), largest: idsOf(sum?.largest) }).toEqual({
        ...countEveryCall(records),
        methods: expect.anything(),
        from: hour(starts.length),
        to: hour(0),
        hasMore: !isWhole,
      });
      const byName = sum?.methods.toSorted((one, other) => (one.method < other.method ? -1 : 1));
      expect(byName).toEqual(countEveryCall(records).methods);
      const calls = sum?.methods.map((method) => method.calls);
      expect(calls).toEqual(calls?.toSorted((one, other) => other - one));
    }),
    { numRuns: effort(100, 2_000) },
  );
});

test('nothing is the sum of no parts', () => {
  expect(addAnalyses([])).toBeUndefined();
});
