import { prices } from '../../src/cost/prices.ts';

/** What requests to the management API use. */
export type RequestUse = {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly kilobytesSent: number;
  /** Requests to Stripe and Cognito, for which the function waits. */
  readonly asked: number;
  /** Rows of the activity. */
  readonly changes: number;
};

/** Of the functions of the API: 512 MB. */
const memoryGb = 0.5;
const seconds = { perRequest: 0.05, perReadUnit: 0.0003, perAsked: 0.3 };
/** The line of the request, the access log's and the runtime's. */
const logBytes = 1_200;
/** With the headers of request and answer. */
const leastKilobytes = 1;
/** The bucket: taken with two tries, and given back with two. */
const bucketWrites = 4;
/** The caller: the account, and the token with its note of use. */
const callerReads = 5;
const activityRow = { bytes: 800, months: 13.2 };

const perUnit = ({ steps }: { readonly steps: readonly { readonly dollars: number }[] }): number =>
  steps[0]?.dollars ?? 0;

/** Dollars, at the highest step of each price: what a request costs one that does not know what else there is. */
export function managementDollars(use: RequestUse): number {
  const { requests, readUnits, writeUnits, kilobytesSent, asked, changes } = use;
  const busy = requests * seconds.perRequest + readUnits * seconds.perReadUnit + asked * seconds.perAsked;
  const millions =
    requests * (perUnit(prices.httpApi) + perUnit(prices.lambdaRequests)) +
    (readUnits + callerReads * requests) * perUnit(prices.readUnits) +
    (writeUnits + bucketWrites * requests) * perUnit(prices.writeUnits);
  const gigabytes =
    (requests * logBytes * (perUnit(prices.accessLogs) + 3 * perUnit(prices.logStorage))) / 1e9 +
    ((kilobytesSent + leastKilobytes * requests) * 1_024 * perUnit(prices.transfer)) / 1e9 +
    (changes *
      activityRow.bytes *
      activityRow.months *
      (perUnit(prices.storage) + perUnit(prices.pointInTimeRecovery))) /
      1e9;
  return millions / 1e6 + gigabytes + busy * memoryGb * perUnit(prices.lambdaTime);
}
