import type { Results } from '../../results.ts';
import { figure, resultOf } from '../result.ts';

const admitted = (rate: number, write: number) => [
  figure(`read units, admitted, ${rate} calls/s from 64 processes`, 1),
  figure(`write units, admitted, ${rate} calls/s from 64 processes`, write),
];
const tallies = (rate: number, units: number) =>
  [1, 4, 10].map((methods) => figure(`tallies, ${rate} calls/s, methods ${methods}, window 25 s`, units));

/** Tallies of keys at 50 calls/s: batches of 1,000 of 12 shards with 964 records a second each, half a unit a call. */
const unitsPerBatch = 0.5 * 50 * (1_000 / (1e9 / 86_400 / 12));

/** Results with every figure that costs are computed from. */
export const costResults: Results = {
  'dynamodb-units': resultOf({
    figures: [
      ...admitted(0.5, 2.05),
      ...admitted(5, 2.01),
      ...admitted(50, 2),
      ...tallies(0.5, 0.2),
      ...tallies(5, unitsPerBatch / 125),
      figure('size of a record', 355),
    ],
  }),
  'warm-request': resultOf({ figures: [figure('authorizer', 60), figure('proxy', 300)] }),
  'cold-start': resultOf({ figures: [figure('authorizer', 45), figure('proxy', 51)] }),
  bodies: resultOf({ figures: [figure('10 KB, plain', 500), figure('1 MB, plain', 11_000)] }),
  tally: resultOf({ figures: [figure('records a second of processor time, Usage on DynamoDB Local', 8_000)] }),
};
