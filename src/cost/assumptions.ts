// What no benchmark measures, each with the reason for its figure.

/** DynamoDB answers a call on one item in single-digit milliseconds (Amazon DynamoDB developer guide). */
export const dynamoDbMs = 4;

/** Lambda's own runtime takes and answers an event over a socket and JSON, about as two calls of the floor do. */
export const runtimeCpuMs = 0.2;

/**
 * Processor time of the proxy for each further byte of an answer: a plain answer of 1 MB took 9.5 ms, one of 10 KB 0.34 ms
 * (22 November 2026, commit 45a7c9a1).
 */
export const msPerAnswerByte = 8.79e-6;

/** A function has a whole processor at 1,769 MB, and a share of it below (AWS Lambda developer guide). */
export const wholeProcessorMb = 1_769;

/** Bytes of a request, and headers of request and answer, as they go over the wire. */
export const bytes = { request: 120, requestHeaders: 350, answerHeaders: 700 };

/** An HTTP API counts a request for each started 512 KB of it or its answer (Amazon API Gateway pricing). */
export const apiUnitBytes = 512 * 1_024;

/**
 * Lines of metrics that a batch of the tally emits, and their length; and a latency, with its share of a line for a
 * hundred.
 */
export const metricLines = { perBatch: 3, bytes: 260, bytesPerRecord: 6 };

/** The partitions of a new table on demand, and the writes a second that each takes before there are more. */
export const partitions = { least: 4, writesPerSecond: 1_000 };

/** Storage of an item takes 100 additional bytes (DynamoDB developer guide, "item sizes and formats"). */
export const itemOverhead = 100;

/**
 * Tally items of a key that is in use all the time: minutes of 2 days, hours and days of 400 days; one write unit each.
 */
export const tallyItems = { perKey: 2 * 1_440 + 400 * 24 + 400, bytes: 1_024 };

/**
 * Units that a key takes for each day it is used on. Writes: the mark of a tally, with its entry in the index of what
 * is due, marks of two further processes, and the figures (2 KB), which remove the entry. Reads: the item, and 24 hours
 * of 1 KB.
 */
export const dayItem = { writeUnits: 7, readUnits: 7 };

/** Months that logs are kept in prod. */
export const logMonths = 3;

export const daysPerMonth = 30;

/** Seconds that a run of a scheduled function takes, except watch (watch-cost.ts). */
export const runSeconds = 1;

/** A process reads a node's secret again after five minutes. */
export const secretReadsPerMonth = (daysPerMonth * 86_400) / 300;

/** Bytes that a run of a scheduled function logs: lines of metrics for each node and network. */
export const runLogBytes = 2_000;
