import { STATUS_CODES } from 'node:http';
import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { ApiRoute } from '../api-routes.ts';
import type { OperationContract } from '../operation.ts';
import { type ProblemCode, problemKind, problemSchema } from '../problems.ts';
import { accountSchema, endpointSchema, planSchema } from '../schemas/account-schemas.ts';
import { activitySchema } from '../schemas/activity-schema.ts';
import { keySchema } from '../schemas/key-schema.ts';
import { requestSchema } from '../schemas/request-schema.ts';
import { figuresSchema, methodFiguresSchema, usageSchema } from '../schemas/usage-schema.ts';

/** Schemas that the document refers to by name. */
const definitions: Record<string, v.GenericSchema> = {
  Account: accountSchema,
  Plan: planSchema,
  Endpoint: endpointSchema,
  Key: keySchema,
  Figures: figuresSchema,
  MethodFigures: methodFiguresSchema,
  Usage: usageSchema,
  Request: requestSchema,
  Activity: activitySchema,
  Problem: problemSchema,
};

const conversion: ConversionConfig = {
  target: 'draft-2020-12',
  // The API makes some checks that JSON Schema cannot express.
  errorMode: 'ignore',
  // Describes a parameter as the value that its text is parsed to: a number, not a string of digits.
  typeMode: 'output',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** A schema as JSON Schema, with references to {@link namedSchemas}. */
function schemaObject(schema: v.GenericSchema) {
  const { $schema, $defs, ...rest } = toJsonSchema(schema, { ...conversion, definitions });
  return rest;
}

/** The document's `components.schemas`. */
export const namedSchemas = () => toJsonSchemaDefs(definitions, conversion);

/** Problems of every operation. */
const commonProblems: readonly ProblemCode[] = ['invalid_request', 'too_many_requests', 'internal_error'];
/** Problems of every operation that needs a token. */
const tokenProblems: readonly ProblemCode[] = [
  'unauthenticated',
  'session_ended',
  'account_deleted',
  'sign_up_refused',
];
/** Problems of every operation with a request body. */
const bodyProblems: readonly ProblemCode[] = ['request_too_large', 'unsupported_media_type'];

const parameterLocations = { path: 'path', query: 'query', headers: 'header' } as const;

type ContractRoute = Pick<ApiRoute, 'path'> & { readonly operation: OperationContract };

/** An OpenAPI Operation Object. */
export const operationObject = (route: ContractRoute) => describe(route, tokenProblems);

/** The object of an operation for callers without a token. */
export const publicOperationObject = (route: ContractRoute) => ({ ...describe(route, []), security: [] });

function describe({ path, operation }: ContractRoute, callerProblems: readonly ProblemCode[]) {
  const { id, summary, description, request } = operation;
  return {
    operationId: id,
    tags: [path.split('/')[2]],
    summary,
    ...(description && { description }),
    parameters: Object.entries(parameterLocations).flatMap(([name, location]) => parametersOf(request[name], location)),
    ...(request.body && { requestBody: { required: true, content: json(schemaObject(request.body)) } }),
    responses: responsesOf(operation, callerProblems),
  };
}

function parametersOf(parameters: v.GenericSchema | undefined, location: string) {
  if (!parameters) return [];
  const { properties = {}, required = [] } = schemaObject(parameters);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {};
    const isRequired = location === 'path' || (required.includes(name) && schema.default === undefined);
    return { name, in: location, required: isRequired, ...(description && { description }), schema };
  });
}

function responsesOf({ request, responses, problems }: OperationContract, callerProblems: readonly ProblemCode[]) {
  const successes = Object.entries(responses).map(([status, schema]) => [
    status,
    { description: STATUS_CODES[status] ?? status, headers, content: json(schemaObject(schema)) },
  ]);
  const failures = Map.groupBy(
    [...commonProblems, ...callerProblems, ...(request.body ? bodyProblems : []), ...problems],
    (code) => problemKind(code).status,
  );
  return Object.fromEntries([
    ...successes,
    ...[...failures].map(([status, codes]) => [status, problemResponse(codes)]),
  ]);
}

const problemResponse = (codes: readonly ProblemCode[]) => ({
  description: codes.map((code) => `${problemKind(code).title} (\`${code}\`)`).join('. '),
  headers: { ...headers, ...(codes.includes('too_many_requests') && { 'Retry-After': headerRef('RetryAfter') }) },
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });
const headers = { 'X-Request-Id': headerRef('RequestId') };

const json = (schema: object) => ({ 'application/json': { schema } });
