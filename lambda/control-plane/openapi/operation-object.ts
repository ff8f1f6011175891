import { STATUS_CODES } from 'node:http';
import type * as v from 'valibot';
import type { Operation } from '../operation.ts';
import { kindOf, type ProblemCode, typeOf } from '../problems.ts';
import type { ApiRoute } from '../routes.ts';
import { schemaObject } from './schemas.ts';

/** Problems that any operation may have, and those that only one with a body may have. */
const common: readonly ProblemCode[] = ['invalid_request', 'unauthenticated', 'too_many_requests', 'internal_error'];
const ofBody: readonly ProblemCode[] = ['request_too_large', 'unsupported_media_type'];

const places = { path: 'path', query: 'query', headers: 'header' } as const;

/** One operation as OpenAPI describes it. */
export function operationObject({ path, operation }: ApiRoute) {
  const { id, summary, description, takes } = operation;
  return {
    operationId: id,
    tags: [path.split('/')[2]],
    summary,
    ...(description && { description }),
    parameters: Object.entries(places).flatMap(([part, place]) => parametersOf(takes[part], place)),
    ...(takes.body && { requestBody: { required: true, content: json(schemaObject(takes.body)) } }),
    responses: responsesOf(operation),
  };
}

function parametersOf(part: v.GenericSchema | undefined, place: string) {
  if (!part) return [];
  const { properties = {}, required = [] } = schemaObject(part);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {};
    const isRequired = place === 'path' || (required.includes(name) && schema.default === undefined);
    return { name, in: place, required: isRequired, ...(description && { description }), schema };
  });
}

function responsesOf({ takes, answers, problems }: Operation) {
  const good = Object.entries(answers).map(([status, schema]) => [
    status,
    { description: STATUS_CODES[status] ?? status, headers, content: json(schemaObject(schema)) },
  ]);
  const bad = Map.groupBy([...common, ...(takes.body ? ofBody : []), ...problems], (code) => kindOf(code).status);
  return Object.fromEntries([...good, ...[...bad].map(([status, codes]) => [status, problemResponse(codes)])]);
}

const problemResponse = (codes: readonly ProblemCode[]) => ({
  description: codes.map((code) => `${kindOf(code).title} (\`${typeOf(code)}\`)`).join('. '),
  headers: { ...headers, ...(codes.includes('too_many_requests') && { 'Retry-After': headerRef('RetryAfter') }) },
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });
const headers = { 'X-Request-Id': headerRef('RequestId') };

const json = (schema: object) => ({ 'application/json': { schema } });
