import { STATUS_CODES } from 'node:http';
import type { OperationContract } from '../operation.ts';
import { type ProblemCode, problemKind } from '../problems.ts';
import { examples } from './openapi-examples.ts';
import { responseObject } from './openapi-schemas.ts';

/** Errors that API Gateway answers itself, as JSON (captured; docs/api.md). */
const gatewayMessages = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
} as const;

export type GatewayStatus = keyof typeof gatewayMessages;

/** API Gateway limits every route, and answers if a function fails. */
const everywhere: readonly GatewayStatus[] = [429, 500];

const isGatewayStatus = (status: number): status is GatewayStatus => Object.hasOwn(gatewayMessages, status);

/**
 * The Responses Object of an operation.
 * @param codes the problems that it can have
 * @param refusals statuses with which API Gateway refuses callers
 */
export function responsesOf(
  { id, responses, csv, etag }: OperationContract,
  codes: readonly ProblemCode[],
  refusals: readonly GatewayStatus[],
) {
  const successes = Object.entries(responses).map(([status, schema]) => {
    const content = { ...json(responseObject(schema), examples[id]?.response), ...(csv && csvContent) };
    const description = STATUS_CODES[status] ?? status;
    return [status, { description, headers: { ...requestId, ...(csv && nextPage), ...(etag && entityTag) }, content }];
  });
  const unchanged = { description: 'Not Modified: you have the response', headers: { ...requestId, ...entityTag } };
  const problems = Map.groupBy(codes, (code) => problemKind(code).status);
  const byStatus = new Map<number, readonly ProblemCode[]>(problems);
  const statuses = new Set([...byStatus.keys(), ...refusals, ...everywhere]);
  const failures = [...statuses].map((status) => {
    const message = isGatewayStatus(status) && [...refusals, ...everywhere].includes(status);
    return [status, failureOf(byStatus.get(status) ?? [], message ? gatewayMessages[status] : undefined)];
  });
  return Object.fromEntries([...successes, ...(etag ? [[304, unchanged]] : []), ...failures]);
}

/** @param message of API Gateway, if it can answer with this status itself */
const failureOf = (codes: readonly ProblemCode[], message: string | undefined) => ({
  description: [
    ...codes.map((code) => `${problemKind(code).title} (\`${code}\`)`),
    ...(message === undefined ? [] : [`Or by API Gateway itself: \`{"message":"${message}"}\``]),
  ].join('. '),
  ...(codes.length > 0 && {
    headers: { ...requestId, ...(codes.includes('too_many_requests') && { 'Retry-After': headerRef('RetryAfter') }) },
  }),
  content: {
    ...(codes.length > 0 && { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }),
    ...(message !== undefined && json({ $ref: '#/components/schemas/GatewayMessage' }, { message })),
  },
});

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });
const requestId = { 'X-Request-Id': headerRef('RequestId') };
const entityTag = { ETag: headerRef('EntityTag') };
const nextPage = { Link: headerRef('NextPage') };

export const json = (schema: unknown, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

const csvContent = {
  'text/csv': {
    schema: { type: 'string', description: 'A header row, and one row per point, key or request (RFC 4180).' },
  },
};
