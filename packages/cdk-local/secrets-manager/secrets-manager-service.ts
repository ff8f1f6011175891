import * as v from 'valibot';
import { answerJson, GateRefusal, type GateService, jsonRefusal } from '../iam/gate-service.ts';
import { type Secrets, secretArn, secretName } from './secret-arns.ts';

const target = 'secretsmanager.GetSecretValue';
const getSecretValue = v.pipe(v.string(), v.parseJson(), v.object({ SecretId: v.pipe(v.string(), v.nonEmpty()) }));

/**
 * Secrets Manager, as far as functions read secrets: `GetSecretValue` gives the one version that each secret has. A
 * secret that is not there is `ResourceNotFoundException`, in the service's words; any other request is refused.
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
        // The service names the secret in a denial as the caller did (users' reports).
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
