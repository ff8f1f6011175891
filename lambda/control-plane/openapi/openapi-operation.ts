import { STATUS_CODES } from 'node:http';
import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { ApiRoute } from '../api-routes.ts';
import type { Operation } from '../operation.ts';
import { type ProblemCode, problemKind, problemSchema, problemType } from '../problems.ts';
import { accountSchema, endpointSchema, planSchema } from '../schemas/account-schemas.ts';
import { keySchema } from '../schemas/key-schema.ts';
import { requestSchema } from '../schemas/request-schema.ts';
import { figuresSchema, methodFiguresSchema, usageSchema } from '../schemas/usage-schema.ts';

/** The schemas that have a name of their own in the document. */
const definitions: Record<string, v.GenericSchema> = {
  Account: accountSchema,
  Plan: planSchema,
  Endpoint: endpointSchema,
  Key: keySchema,
  Figures: figuresSchema,
  MethodFigures: methodFiguresSchema,
  Usage: usageSchema,
  Request: requestSchema,
  Problem: problemSchema,
};

/** Checks that JSON Schema cannot state are left out; the API makes them all the same. */
const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  errorMode: 'ignore',
  // What a client sees of a parameter is what comes of its text: a number, not digits.
  typeMode: 'output',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** A schema in JSON Schema, with references to {@link namedSchemas}. */
export function schemaObject(schema: v.GenericSchema) {
  const { $schema, $defs, ...rest } = toJsonSchema(schema, { ...conversion, definitions });
  return rest;
}

/** The document's `components.schemas`. */
export const namedSchemas = () => toJsonSchemaDefs(definitions, conversion);

/** Problems that any operation may have, and those that only one with a body may have. */
const commonProblems: readonly ProblemCode[] = [
  'invalid_request',
  'unauthenticated',
  'too_many_requests',
  'internal_error',
];
const bodyProblems: readonly ProblemCode[] = ['request_too_large', 'unsupported_media_type'];

const parameterLocations = { path: 'path', query: 'query', headers: 'header' } as const;

/** One operation as OpenAPI describes it. */
export function operationObject({ path, operation }: ApiRoute) {
  const { id, summary, description, request: takes } = operation;
  return {
    operationId: id,
    tags: [path.split('/')[2]],
    summary,
    ...(description && { description }),
    parameters: Object.entries(parameterLocations).flatMap(([part, place]) => parametersOf(takes[part], place)),
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

function responsesOf({ request: takes, responses: answers, problems }: Operation) {
  const good = Object.entries(answers).map(([status, schema]) => [
    status,
    { description: STATUS_CODES[status] ?? status, headers, content: json(schemaObject(schema)) },
  ]);
  const bad = Map.groupBy(
    [...commonProblems, ...(takes.body ? bodyProblems : []), ...problems],
    (code) => problemKind(code).status,
  );
  return Object.fromEntries([...good, ...[...bad].map(([status, codes]) => [status, problemResponse(codes)])]);
}

const problemResponse = (codes: readonly ProblemCode[]) => ({
  description: codes.map((code) => `${problemKind(code).title} (\`${problemType(code)}\`)`).join('. '),
  headers: { ...headers, ...(codes.includes('too_many_requests') && { 'Retry-After': headerRef('RetryAfter') }) },
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });
const headers = { 'X-Request-Id': headerRef('RequestId') };

const json = (schema: object) => ({ 'application/json': { schema } });
