import { itemSize } from '../../lab/bench/dynamodb-units/write-units.ts';
import { seededRandom } from '../../lab/bench/statistics.ts';
import { partitionLimits, UnitBucket, type UnitLimit } from '../../lab/simulation/unit-limit.ts';
import { AwsError } from '../../src/aws/retry.ts';
import { createLog } from '../../src/log.ts';
import type { Outcome } from '../../src/records/outcome.ts';
import { writeRecord } from '../../src/records/record.ts';
import { RefusalRecords } from '../../src/records/refusal-records.ts';
import { newRequestId } from '../../src/records/request-id.ts';
import { toAttributes } from '../../src/table/attribute-value.ts';
import type { ItemTable } from '../../src/table/item-table.ts';
import { networkChains } from '../support/settings.ts';
import { noon, recordOf } from '../usage/record.ts';

/** Requests of one key, evenly paced, each in any of the processes. */
export type Flood = {
  readonly callsPerSecond: number;
  /** How many times the limit is asked for. */
  readonly times: number;
  readonly processes: number;
  readonly seconds: number;
  readonly methods: readonly string[];
  readonly outcomes: readonly Outcome[];
  readonly inManyProcesses: boolean;
  readonly partition?: UnitLimit;
};

type FloodFigures = {
  admitted: number;
  /** Records of admitted calls that DynamoDB throttled. The gateway would try twice more. */
  admittedThrottled: number;
  refused: number;
  /** Write units of their rows during the flood. */
  refusedUnits: number;
  /** Refusals that are in rows when the last sum is written, after the flood. */
  refusedInRows: number;
};

const notUsed = () => Promise.reject(new Error('not used'));

/**
 * The gateway's classes that record, in many processes, on the partition of the key's records. The limit admits the first
 * calls of each second.
 */
export async function flood(options: Flood): Promise<FloodFigures> {
  const { callsPerSecond, times, processes, seconds, methods, outcomes, inManyProcesses } = options;
  const figures = { admitted: 0, admittedThrottled: 0, refused: 0, refusedInRows: 0, refusedUnits: 0 };
  const random = seededRandom(1);
  const partition = new UnitBucket(options.partition ?? partitionLimits.bucket, noon);
  let now = noon;
  const records: ItemTable = {
    get: notUsed,
    update: notUsed,
    async put(item) {
      const units = Math.ceil(itemSize(toAttributes(item) as Parameters<typeof itemSize>[0]) / 1_024);
      const isOk = item.outcome === 'ok';
      if (!partition.take(units, now)) {
        if (isOk) figures.admittedThrottled += 1;
        throw new AwsError('ProvisionedThroughputExceededException', 'too much', { status: 400 });
      }
      if (isOk) return;
      figures.refusedUnits += units;
      figures.refusedInRows += typeof item.count === 'number' ? item.count : 1;
    },
  };
  const log = createLog('error', () => {});
  const clock = () => Math.floor(now);
  const { tallyName: methodName } = networkChains;
  const fleet = Array.from(
    { length: processes },
    () => new RefusalRecords({ records, clock, log, methodName, random }),
  );
  const rate = callsPerSecond * times;
  for (let request = 0; request < rate * seconds; request += 1) {
    now = noon + (1_000 * request) / rate;
    const process = fleet[Math.floor(random() * processes)];
    const isAdmitted = request % rate < callsPerSecond;
    const outcome = isAdmitted ? 'ok' : (outcomes[request % outcomes.length] ?? 'rate_limited');
    const calls = [{ method: methods[request % methods.length], outcome, count: 1 }];
    const record = recordOf({ requestId: newRequestId(clock()), outcome, at: clock(), calls });
    await process?.writePending();
    if (isAdmitted) await writeRecord(records, log, record, 1);
    else await process?.add(record, 1, { inManyProcesses });
    figures[isAdmitted ? 'admitted' : 'refused'] += 1;
  }
  const { refusedUnits } = figures;
  for (let times = 0; times < 20 * processes; times += 1) {
    now += 60_000 / processes;
    await fleet[times % processes]?.writePending();
  }
  return { ...figures, refusedUnits };
}
