import {
  apiUnitBytes,
  bytes,
  dayItem,
  daysPerMonth,
  dynamoDbMs,
  itemOverhead,
  logMonths,
  metricLines,
  tallyItems,
} from './assumptions.ts';
import { billedMs, gbSeconds, slowed, workOf } from './billed-durations.ts';
import type { Deployment } from './deployment.ts';
import { platformLogBytes } from './log-bytes.ts';
import { dollars, type Price, prices } from './prices.ts';
import type { ShapeFigures } from './shape-figures.ts';
import type { Shape } from './shapes.ts';
import { batchesOf } from './stream-batches.ts';

/** Of an item of up to 4 KB. */
export const eventualReadUnits = 0.5;

/** One line of a month's bill: how much of what, in the price's unit. */
export type Use = { readonly term: string; readonly price: Price; readonly quantity: number };

/** What a month of a shape uses, line by line; without what costs the same whether there are calls or not. */
export function usesOf(shape: Shape, figures: ShapeFigures, deployment: Deployment): Use[] {
  const calls = shape.callsPerDay * daysPerMonth;
  return [
    { term: 'HTTP API', price: prices.httpApi, quantity: (calls / 1e6) * apiUnits(shape) },
    ...lambdaUses(shape, figures, deployment, calls),
    ...tallyUses(shape, figures, deployment, calls),
    ...dynamoDbUses(shape, figures, calls),
    ...logUses(shape, deployment, calls),
    {
      term: 'data out: answers to clients, calls to nodes',
      price: prices.transfer,
      quantity: (calls * (shape.answerBytes + bytes.answerHeaders + bytes.request + bytes.requestHeaders)) / 1e9,
    },
  ];
}

const apiUnits = ({ answerBytes }: Shape): number => Math.ceil(Math.max(bytes.request, answerBytes) / apiUnitBytes);

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

function lambdaUses(shape: Shape, figures: ShapeFigures, { functions }: Deployment, calls: number): Use[] {
  const work = workOf(figures, shape);
  const asked = 1 - shape.authorizerHits;
  const time = (name: 'authorizer' | 'proxy', perCall: number): Use => {
    const { memory } = functions[name];
    const coldMs = shape.coldShare * slowed(figures.coldMs[name], memory);
    return {
      term: `${name}, ${billedMs(work[name], memory)} ms at ${memory} MB, and its cold starts`,
      price: prices.lambdaTime,
      quantity: calls * perCall * gbSeconds(billedMs(work[name], memory) + coldMs, memory),
    };
  };
  const requests = {
    term: 'authorizer and proxy, invocations',
    price: prices.lambdaRequests,
    quantity: ((1 + asked) * calls) / 1e6,
  };
  return [requests, time('authorizer', asked), time('proxy', 1)];
}

function tallyUses(shape: Shape, figures: ShapeFigures, deployment: Deployment, calls: number): Use[] {
  const { memory } = deployment.functions.tally;
  const batches = batchesOf(shape, deployment.batching);
  const waits = (figures.tallyUnits * calls * dynamoDbMs) / 16 + batches * dynamoDbMs;
  const milliseconds = calls * slowed(figures.tallyMsPerRecord, memory) + waits;
  return [
    { term: 'tally, invocations', price: prices.lambdaRequests, quantity: batches / 1e6 },
    { term: `tally, time at ${memory} MB`, price: prices.lambdaTime, quantity: gbSeconds(milliseconds, memory) },
    { term: "stream, the tally's reads", price: prices.streamReads, quantity: batches / 1e6 },
  ];
}

function dynamoDbUses(shape: Shape, figures: ShapeFigures, calls: number): Use[] {
  const records = (calls * (figures.recordBytes + itemOverhead) * (shape.historyDays / daysPerMonth)) / 1e9;
  const keys = shape.callsPerDay / (shape.perKeyPerSecond * 86_400);
  const tallies = (keys * tallyItems.perKey * (tallyItems.bytes + itemOverhead)) / 1e9;
  const keyDays = (keys * daysPerMonth) / 1e6;
  return [
    { term: 'DynamoDB, reads: the key', price: prices.readUnits, quantity: (figures.readUnits * calls) / 1e6 },
    {
      term: 'DynamoDB, reads: the key, by the authorizer',
      price: prices.readUnits,
      quantity: (eventualReadUnits * (1 - shape.authorizerHits) * calls) / 1e6,
    },
    {
      term: 'DynamoDB, writes: admission and record',
      price: prices.writeUnits,
      quantity: (figures.writeUnits * calls) / 1e6,
    },
    { term: 'DynamoDB, writes: tallies', price: prices.writeUnits, quantity: (figures.tallyUnits * calls) / 1e6 },
    { term: 'DynamoDB, writes: day items', price: prices.writeUnits, quantity: keyDays * dayItem.writeUnits },
    { term: 'DynamoDB, reads: day items', price: prices.readUnits, quantity: keyDays * dayItem.readUnits },
    { term: `DynamoDB, ${shape.historyDays} days of records`, price: prices.storage, quantity: records },
    { term: 'DynamoDB, 400 days of tallies', price: prices.storage, quantity: tallies },
    {
      term: 'DynamoDB, point-in-time recovery of tallies',
      price: prices.pointInTimeRecovery,
      quantity: tallies,
    },
  ];
}

function logUses(shape: Shape, deployment: Deployment, calls: number): Use[] {
  const { authorizer, proxy, tally } = deployment.functions;
  const access = (calls * deployment.accessLogBytes) / 1e9;
  const batches = batchesOf(shape, deployment.batching);
  const ofBatch = platformLogBytes(tally) + metricLines.perBatch * metricLines.bytes;
  const ofCall = (1 - shape.authorizerHits) * platformLogBytes(authorizer) + platformLogBytes(proxy);
  const fromFunctions = (calls * (ofCall + metricLines.bytesPerRecord) + batches * ofBatch) / 1e9;
  return [
    { term: 'access log', price: prices.accessLogs, quantity: access },
    { term: "logs of the functions: Lambda's lines, metrics", price: prices.functionLogs, quantity: fromFunctions },
    {
      term: `logs, ${logMonths} months of them`,
      price: prices.logStorage,
      quantity: (access + fromFunctions) * logMonths,
    },
    {
      term: 'Contributor Insights, matched lines of the access log',
      price: prices.insightEvents,
      quantity: (calls * deployment.rulesPerCall) / 1e6,
    },
  ];
}
