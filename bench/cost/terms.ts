import { dollars, type Price, prices } from '../../lib/prices.ts';
import type { batching, functions } from '../deployed.ts';
import { bytes, daysPerMonth, dynamoDbMs, logMonths, metrics, partitions } from './assumptions.ts';
import { billedMs, gbSeconds, slowed, workOf } from './durations.ts';
import { accessLogBytes, platformLogBytes } from './log-bytes.ts';
import type { Measured } from './measured.ts';
import type { Shape } from './shapes.ts';

/** One line of a month's bill: how much of what, in the price's unit. */
export type Use = { readonly term: string; readonly price: Price; readonly quantity: number };

/** What prod is, as far as it decides the cost; see deployed.ts. */
export type Deployment = {
  readonly functions: typeof functions;
  readonly batching: typeof batching;
  readonly accessLogFormat: string;
};

/** What a month of a shape uses, line by line. */
export function usesOf(shape: Shape, measured: Measured, deployment: Deployment): Use[] {
  const calls = shape.callsPerDay * daysPerMonth;
  return [
    { term: 'HTTP API', price: prices.httpApi, quantity: calls / 1e6 },
    ...lambdaUses(shape, measured, deployment, calls),
    ...tallyUses(shape, measured, deployment, calls),
    ...dynamoDbUses(shape, measured, calls),
    ...logUses(shape, deployment, calls),
    { term: 'CloudWatch metrics', price: prices.metrics, quantity: metrics.series },
    {
      term: 'data out: answers to clients, calls to nodes',
      price: prices.transfer,
      quantity: (calls * (bytes.answer + bytes.answerHeaders + bytes.request + bytes.requestHeaders)) / 1e9,
    },
  ];
}

/** Dollars for a million calls: of each use, and in all. */
export const perMillion = (
  shape: Shape,
  uses: readonly Use[],
): { readonly lines: readonly number[]; readonly total: number } => {
  const lines = uses.map(
    ({ price, quantity }) => dollars(price, quantity) / ((shape.callsPerDay * daysPerMonth) / 1e6),
  );
  return { lines, total: lines.reduce((sum, line) => sum + line, 0) };
};

function lambdaUses({ coldShare }: Shape, measured: Measured, { functions }: Deployment, calls: number): Use[] {
  const work = workOf(measured);
  const time = (name: 'authorizer' | 'proxy'): Use => {
    const { memory } = functions[name];
    const coldMs = coldShare * slowed(measured.coldMs[name], memory);
    return {
      term: `${name}, ${billedMs(work[name], memory)} ms at ${memory} MB, and its cold starts`,
      price: prices.lambdaTime,
      quantity: calls * gbSeconds(billedMs(work[name], memory) + coldMs, memory),
    };
  };
  const requests = {
    term: 'authorizer and proxy, invocations',
    price: prices.lambdaRequests,
    quantity: (2 * calls) / 1e6,
  };
  return [requests, time('authorizer'), time('proxy')];
}

/** How the stream's records come to the tally: batches of a month, over all shards. */
export function batchesOf({ callsPerDay }: Shape, { batching }: Deployment): number {
  const perSecond = callsPerDay / 86_400;
  const shards = Math.max(partitions.least, Math.ceil(perSecond / partitions.writesPerSecond));
  const ofShard = perSecond / shards;
  const batchesPerSecond = Math.min(ofShard, Math.max(1_000 / batching.windowMs, ofShard / batching.size));
  return batchesPerSecond * shards * 86_400 * daysPerMonth;
}

function tallyUses(shape: Shape, measured: Measured, deployment: Deployment, calls: number): Use[] {
  const { memory } = deployment.functions.tally;
  const batches = batchesOf(shape, deployment);
  const waits = (measured.tallyUnits * calls * dynamoDbMs) / 16 + batches * dynamoDbMs;
  const milliseconds = calls * slowed(measured.tallyMsPerRecord, memory) + waits;
  return [
    { term: 'tally, invocations', price: prices.lambdaRequests, quantity: batches / 1e6 },
    { term: `tally, time at ${memory} MB`, price: prices.lambdaTime, quantity: gbSeconds(milliseconds, memory) },
    { term: "stream, the tally's reads", price: prices.streamReads, quantity: batches / 1e6 },
  ];
}

/** An item takes 100 bytes beyond its own where it is stored (DynamoDB developer guide, "item sizes and formats"). */
const itemOverhead = 100;

function dynamoDbUses(shape: Shape, measured: Measured, calls: number): Use[] {
  const stored = (calls * (measured.recordBytes + itemOverhead) * (shape.historyDays / daysPerMonth)) / 1e9;
  return [
    { term: 'DynamoDB, reads', price: prices.readUnits, quantity: (measured.readUnits * calls) / 1e6 },
    {
      term: 'DynamoDB, writes: admission and record',
      price: prices.writeUnits,
      quantity: (measured.writeUnits * calls) / 1e6,
    },
    { term: 'DynamoDB, writes: tallies', price: prices.writeUnits, quantity: (measured.tallyUnits * calls) / 1e6 },
    { term: `DynamoDB, ${shape.historyDays} days of records`, price: prices.storage, quantity: stored },
    { term: 'DynamoDB, point-in-time recovery of them', price: prices.pointInTimeRecovery, quantity: stored },
  ];
}

function logUses(shape: Shape, deployment: Deployment, calls: number): Use[] {
  const { authorizer, proxy, tally } = deployment.functions;
  const access = (calls * accessLogBytes(deployment.accessLogFormat)) / 1e9;
  const batches = batchesOf(shape, deployment);
  const ofBatch = platformLogBytes(tally) + metrics.linesPerBatch * metrics.bytesPerLine;
  const ofCall = platformLogBytes(authorizer) + platformLogBytes(proxy);
  const fromFunctions = (calls * ofCall + batches * ofBatch) / 1e9;
  return [
    { term: 'access log', price: prices.accessLogs, quantity: access },
    { term: "logs of the functions: Lambda's lines, metrics", price: prices.functionLogs, quantity: fromFunctions },
    {
      term: `logs, ${logMonths} months of them`,
      price: prices.logStorage,
      quantity: (access + fromFunctions) * logMonths,
    },
  ];
}
