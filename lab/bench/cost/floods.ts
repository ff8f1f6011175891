import { bytes, dynamoDbMs, logMonths } from '../../../src/cost/assumptions.ts';
import { billedMs, gbSeconds, workOf } from '../../../src/cost/billed-durations.ts';
import type { Deployment } from '../../../src/cost/deployment.ts';
import { dollars, prices } from '../../../src/cost/prices.ts';
import type { ShapeFigures } from '../../../src/cost/shape-figures.ts';
import { usualCall } from '../../../src/cost/shapes.ts';
import { table } from '../report-format.ts';

const requestsPerSecond = 10_000;
const requestsPerHour = requestsPerSecond * 3_600;

/** What each request of a flood makes the gateway do. */
type Flood = {
  readonly what: string;
  readonly authorizerMs?: number;
  readonly proxyMs?: number;
  readonly readUnits?: number;
  readonly writeUnits?: number;
  /** Rules of Contributor Insights that match its line in the access log. */
  readonly matches?: number;
};

/** One write in ten seconds for each key and process, which refuses 100 a second. */
const writtenShare = 0.001;

/** Dollars of an hour of a flood, by what its requests carry. */
export function floodTable(figures: ShapeFigures, { functions, accessLogBytes }: Deployment): string {
  const { authorizer, proxy } = workOf(figures, usualCall);
  const { memory } = functions.authorizer;
  const readsKey = {
    proxyMs: billedMs({ cpuMs: proxy.cpuMs, waitMs: dynamoDbMs }, functions.proxy.memory),
    readUnits: 1,
  };
  const floods: Flood[] = [
    { what: 'no key: 401' },
    {
      what: 'a malformed key, another each time: 403',
      authorizerMs: billedMs({ cpuMs: authorizer.cpuMs, waitMs: 0 }, memory),
    },
    {
      what: 'an unknown key with a valid checksum, another each time: 403',
      ...readsKey,
      authorizerMs: billedMs({ ...authorizer, waitMs: 2 * dynamoDbMs }, memory),
      readUnits: 2.5,
    },
    { what: 'one revoked key, its answer cached: 403', ...readsKey, writeUnits: writtenShare },
    { what: 'one key beyond its limits, its answer cached: 429', ...readsKey, writeUnits: writtenShare, matches: 2 },
  ];
  const rows = floods.map((flood) => {
    const always = costOf(flood, accessLogBytes, functions);
    const api = dollars(prices.httpApi, requestsPerHour / 1e6);
    // Whether an HTTP API charges for a request that its authorizer refused is not documented.
    const least = flood.proxyMs === undefined ? always : always + api;
    return [flood.what, `$${Math.round(least)}`, `$${Math.round(always + api)}`];
  });
  return table(['requests with', 'if refused requests are free', 'if they are charged'], rows);
}

function costOf(
  { authorizerMs, proxyMs, readUnits, writeUnits, matches }: Flood,
  logBytes: number,
  functions: Deployment['functions'],
) {
  const invocations = [authorizerMs, proxyMs].filter((one) => one !== undefined).length;
  const seconds =
    gbSeconds(authorizerMs ?? 0, functions.authorizer.memory) + gbSeconds(proxyMs ?? 0, functions.proxy.memory);
  const logs = (requestsPerHour * logBytes) / 1e9;
  const millions = requestsPerHour / 1e6;
  return (
    dollars(prices.lambdaRequests, invocations * millions) +
    dollars(prices.lambdaTime, seconds * requestsPerHour) +
    dollars(prices.readUnits, (readUnits ?? 0) * millions) +
    dollars(prices.writeUnits, (writeUnits ?? 0) * millions) +
    dollars(prices.insightEvents, (matches ?? 0) * millions) +
    dollars(prices.accessLogs, logs) +
    dollars(prices.logStorage, logs * logMonths) +
    dollars(prices.transfer, (requestsPerHour * bytes.answerHeaders) / 1e9)
  );
}
