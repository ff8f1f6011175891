import * as v from 'valibot';
import { GateRefusal, type GateService, jsonRefusal } from '../iam/gate-service.ts';
import type { CallUserPool } from './user-pool-server.ts';

const target = /^AWSCognitoIdentityProviderService\.(Admin[A-Za-z]+|ListUsers)$/;
const namesPool = v.pipe(v.string(), v.parseJson(), v.looseObject({ UserPoolId: v.pipe(v.string(), v.nonEmpty()) }));

/**
 * The operations of Cognito that a role's policies permit: the administrators', on the ARN of the pool. The operations
 * of users are not signed (Service Authorization Reference, "Amazon Cognito user pools").
 * @param userPools resolves when they are served
 */
export function createUserPoolService(userPools: Promise<{ readonly call: CallUserPool }>): GateService {
  return {
    understand: ({ request, body, region, accountId }) => {
      const operation = target.exec(String(request.headers['x-amz-target'] ?? ''))?.[1];
      if (operation === undefined) {
        throw new GateRefusal(
          'unknown_operation',
          'Functions only reach the Admin… operations of Cognito, and ListUsers',
        );
      }
      const input = v.safeParse(namesPool, body.toString('utf8'));
      if (!input.success) throw new GateRefusal('invalid_request', `UserPoolId: ${input.issues[0].message}`);
      const resource = `arn:aws:cognito-idp:${region}:${accountId}:userpool/${input.output.UserPoolId}`;
      return {
        permissions: [{ action: `cognito-idp:${operation}`, resource }],
        answer: async (response) => {
          const { call } = await userPools;
          const answer = await call(operation, input.output);
          response.writeHead(answer.status, { 'Content-Type': 'application/x-amz-json-1.1' }).end(answer.body);
        },
      };
    },
    refuse: jsonRefusal(''),
  };
}
