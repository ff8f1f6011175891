import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { picker } from '../../../lab/bench/statistics.ts';

/** An answer that did not come from the service. */
export type FalseAnswer = { readonly status: number; readonly contentType: string; readonly body: string };

/** How a service says that it is too busy, in conflict, or broken. */
export type Dialect = {
  /** Whether a request writes, by its headers. */
  writes(headers: IncomingHttpHeaders): boolean;
  throttle(random: () => number): FalseAnswer;
  conflict(): FalseAnswer;
  error(): FalseAnswer;
  /** An answer with status 200 and an unreadable body. */
  garbage(random: () => number): FalseAnswer;
};

const awsError = (status: number, name: string): FalseAnswer => ({
  status,
  contentType: 'application/x-amz-json-1.0',
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `${name}, as planned` }),
});

const throttled = ['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded'];

/** Invalid JSON: from another program, truncated, or empty. */
const nonsense = [
  '<html><body>captive portal</body></html>',
  '{"Attributes":{"used":{"N":"1',
  '',
  '\u0000\u0001\u0002',
];

const garbage = (contentType: string) => (random: () => number) => ({
  status: 200,
  contentType,
  body: picker(nonsense, random)(),
});

/** Amazon DynamoDB (DynamoDB Developer Guide, "Error handling"). */
export const dynamoDbDialect: Dialect = {
  writes: (headers) => /\.(Put|Update|Delete|TransactWrite)/.test(String(headers['x-amz-target'])),
  throttle: (random) => awsError(400, picker(throttled, random)()),
  conflict: () => awsError(400, 'TransactionConflictException'),
  error: () => awsError(500, 'InternalServerError'),
  garbage: garbage('application/x-amz-json-1.0'),
};

const nodeError = (status: number, body: string): FalseAnswer => ({ status, contentType: 'text/plain', body });

/** A chain node behind its provider's load balancer. */
export const chainNodeDialect: Dialect = {
  writes: () => true,
  throttle: () => nodeError(429, 'Too many requests'),
  conflict: () => nodeError(503, 'Service unavailable'),
  error: () => nodeError(500, 'Internal error'),
  garbage: garbage('application/json'),
};

/** An answer's headers, with the checksum that DynamoDB gives. */
export const headersOf = ({ contentType, body }: FalseAnswer): Record<string, string> => ({
  'content-type': contentType,
  'content-length': String(Buffer.byteLength(body)),
  ...(contentType.includes('x-amz-json') && { 'x-amz-crc32': String(crc32(body)) }),
});
