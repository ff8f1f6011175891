import type * as v from 'valibot';
import { type ApiRoute, tokenPrefix } from '../api-routes.ts';
import type { OperationContract } from '../operation.ts';
import { type Price, type PricedOperation, priceList, tokensOf } from '../price-list.ts';
import type { ProblemCode } from '../problems.ts';
import { examples } from './openapi-examples.ts';
import { type GatewayStatus, json, responsesOf } from './openapi-responses.ts';
import { requestObject } from './openapi-schemas.ts';

const commonProblems: readonly ProblemCode[] = ['invalid_request', 'internal_error'];
/** Problems of every operation that limits its callers itself and makes its response by `Accept`. */
const limitProblems: readonly ProblemCode[] = ['not_acceptable', 'too_many_requests'];
const tokenProblems: readonly ProblemCode[] = [
  'unauthenticated',
  'session_ended',
  'account_deleted',
  'sign_up_refused',
];
const bodyProblems: readonly ProblemCode[] = ['request_too_large', 'unsupported_media_type'];

const parameterLocations = { path: 'path', query: 'query', headers: 'header' } as const;

type ContractRoute = Pick<ApiRoute, 'path'> & { readonly operation: OperationContract };

/** The object of an operation for signed-in customers, and for programs with an account token if it has `tokens`. */
export function operationObject({ tokens, ...route }: Pick<ApiRoute, 'path' | 'operation' | 'tokens'>) {
  const problems = [...limitProblems, ...tokenProblems];
  const price = priceObject(route.operation.id);
  if (!tokens) return { ...describeOperation(route, problems, [401]), ...price };
  const { description = '', ...described } = describeOperation(route, [...problems, 'permission_missing'], [401, 403]);
  const permissions = tokens.map((permission) => `\`${permission}\``).join(' or ');
  const byToken = `An account token with the permission ${permissions} is accepted at \`${tokenPrefix}${route.path}\`.`;
  return {
    ...described,
    ...price,
    description: [description, byToken].join('\n\n').trim(),
    security: [{ idToken: [] }, { accountToken: [] }],
  };
}

function priceObject(id: PricedOperation) {
  const { most }: Price = priceList[id];
  return { 'x-tokens': tokensOf(id), ...(most !== undefined && { 'x-tokens-at-most': most }) };
}

export const publicOperationObject = (route: ContractRoute) => ({
  ...describeOperation(route, limitProblems, []),
  security: [],
});

/** The object of an operation for callers with a key: API Gateway refuses those without a valid one. */
export const keyOperationObject = (route: ContractRoute) => ({
  ...describeOperation(route, [], [401, 403]),
  security: [{ key: [] }],
});

function describeOperation(
  { path, operation }: ContractRoute,
  callerProblems: readonly ProblemCode[],
  refusals: readonly GatewayStatus[],
) {
  const { id, summary, description, request, problems } = operation;
  const codes = [...commonProblems, ...callerProblems, ...(request.body ? bodyProblems : []), ...problems];
  return {
    operationId: id,
    tags: [path.split('/')[2]],
    summary,
    ...(description && { description }),
    parameters: [
      ...Object.entries(parameterLocations).flatMap(([name, location]) => parametersOf(request[name], location)),
      ...(operation.etag ? [ifNoneMatch] : []),
    ],
    ...(request.body && {
      requestBody: { required: true, content: json(requestObject(request.body), examples[id]?.request) },
    }),
    responses: responsesOf(operation, codes, refusals),
  };
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of your last response to this request. If the response is still the same, you get 304.',
  schema: { type: 'string' },
};

function parametersOf(parameters: v.GenericSchema | undefined, location: string) {
  if (!parameters) return [];
  const { properties = {}, required = [] } = requestObject(parameters);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {};
    const isRequired = location === 'path' || (required.includes(name) && schema.default === undefined);
    // Arrays are separated by commas.
    const style = schema.type === 'array' ? { style: 'form', explode: false } : {};
    return { name, in: location, required: isRequired, ...(description && { description }), ...style, schema };
  });
}
