import { failedOutcome } from '../../functions/invocation.ts';
import type { Gate } from '../../gate.ts';
import { testLocation } from '../template/template-file.ts';

type Grant = readonly [effect: 'Allow' | 'Deny', actions: string | readonly string[], resources: unknown];

/** Services of a gate that a test does not call; nothing listens on the port of their DynamoDB. */
export const noServices = {
  dynamodbUrl: 'http://127.0.0.1:9',
  s3: { put: async () => undefined, objects: async () => new Map() },
  secrets: new Map<string, string>(),
  functions: Promise.resolve({
    invoke: async () => failedOutcome('Error', 'there are no functions'),
    enqueue: () => undefined,
  }),
  userPools: Promise.resolve({ call: async () => ({ status: 500, body: '{}' }) }),
  onMail: () => undefined,
};

/** A role of a template with these grants. */
export const role = (...grants: readonly Grant[]) => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: {},
    Policies: [
      {
        PolicyName: 'grants',
        PolicyDocument: { Statement: grants.map(([Effect, Action, Resource]) => ({ Effect, Action, Resource })) },
      },
    ],
  },
});

export const attribute = (logicalId: string, name: string) => ({ 'Fn::GetAtt': [logicalId, name] });

export const roleArn = (logicalId: string) => `arn:aws:iam::${testLocation.accountId}:role/${logicalId}`;

/** What AWS says when nothing allows the action; `caller` is `ROLE/SESSION`. */
export const denial = (caller: string, action: string, resource: string) =>
  `User: arn:aws:sts::${testLocation.accountId}:assumed-role/${caller} is not authorized to perform: ${action} on resource: ${resource}` +
  ` because no identity-based policy allows the ${action} action`;

/** How an SDK throws it. */
export const denied = (caller: string, action: string, resource: string) => ({
  name: 'AccessDeniedException',
  message: denial(caller, action, resource),
  $metadata: { httpStatusCode: 400 },
});

/** Options of an SDK client that calls the gate in the name of a role. */
export const clientOptions = (gate: Gate, logicalId: string) => ({
  endpoint: gate.url,
  region: testLocation.region,
  credentials: gate.credentialsOf(roleArn(logicalId)),
  maxAttempts: 1,
});

/** A role's Authorization header with an invalid signature. */
export const signed = (gate: Gate, logicalId: string, service: string) => {
  const { accessKeyId } = gate.credentialsOf(roleArn(logicalId));
  const scope = `${accessKeyId}/20260101/${testLocation.region}/${service}/aws4_request`;
  return `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`;
};

/** Sends a request as it is, to see the bytes of the answer. */
export async function send(
  gate: Gate,
  options: { target?: string; authorization?: string; path?: string; method?: string; body?: string | null },
) {
  const { target, authorization, path = '/', method = 'POST', body = '{}' } = options;
  const headers = { ...(target && { 'X-Amz-Target': target }), ...(authorization && { authorization }) };
  const response = await fetch(gate.url + path, { method, headers, body });
  const functionError = response.headers.get('x-amz-function-error');
  return { status: response.status, body: await response.text(), ...(functionError !== null && { functionError }) };
}
