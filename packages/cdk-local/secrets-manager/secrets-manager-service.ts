import * as v from 'valibot';
import { answerJson, GateRefusal, type GateService, jsonRefusal } from '../iam/gate-service.ts';
import { type Secrets, secretArn, secretName } from '../template/secret-arns.ts';

const target = 'secretsmanager.GetSecretValue';
const getSecretValue = v.pipe(v.string(), v.parseJson(), v.object({ SecretId: v.pipe(v.string(), v.nonEmpty()) }));

/**
 * The part of Secrets Manager with which functions read secrets: `GetSecretValue` returns the only version of a secret,
 * or the service's `ResourceNotFoundException`. Other requests are refused.
 */
export function createSecretsManagerService(secrets: Secrets): GateService {
  return {
    understand: ({ request, body, region, accountId }) => {
      if (request.headers['x-amz-target'] !== target) {
        throw new GateRefusal('unknown_operation', `The local Secrets Manager only knows ${target}`);
      }
      const input = v.safeParse(getSecretValue, body.toString('utf8'));
      if (!input.success) throw new GateRefusal('invalid_request', input.issues[0].message);
      const { SecretId } = input.output;
      const arn = secretArn(SecretId, { region, accountId });
      const name = secretName(SecretId);
      return {
        // A denial names the secret as the caller did (users' reports).
        permissions: [{ action: 'secretsmanager:GetSecretValue', resource: arn, shown: SecretId }],
        answer: async (response) => {
          const secret = secrets.get(name);
          if (secret !== undefined) {
            const found = { ARN: arn, Name: name, SecretString: secret, VersionStages: ['AWSCURRENT'] };
            return answerJson(response, 200, found);
          }
          const Message = "Secrets Manager can't find the specified secret.";
          return answerJson(response, 400, { __type: 'ResourceNotFoundException', Message });
        },
      };
    },
    refuse: jsonRefusal(''),
  };
}
