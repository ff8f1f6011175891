import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Gate, startGate } from '../../gate.ts';
import { clientOptions, denied, noServices, role, send, signed } from '../iam/test-gate.ts';
import { templateWith, testLocation } from '../template/template-file.ts';

const granted = `arn:aws:secretsmanager:${testLocation.region}:*:secret:upstream/a-??????`;
const template = templateWith({
  Admin: role(['Allow', '*', '*']),
  SecretReader: role(['Allow', 'secretsmanager:GetSecretValue', granted]),
});

let gate: Gate;

beforeAll(async () => {
  const secrets = new Map([['upstream/a', '{"headers":{}}']]);
  gate = await startGate({ template, ...noServices, secrets });
});

afterAll(() => gate.stop());

describe('Secrets Manager', () => {
  const as = (logicalId: string) => new SecretsManagerClient(clientOptions(gate, logicalId));
  const get = (SecretId: string) => new GetSecretValueCommand({ SecretId });

  test('gives a secret by its name, and by its ARN', async () => {
    const found = await as('SecretReader').send(get('upstream/a'));
    expect(found).toMatchObject({
      Name: 'upstream/a',
      SecretString: '{"headers":{}}',
      ARN: expect.stringMatching(
        new RegExp(
          `^arn:aws:secretsmanager:${testLocation.region}:${testLocation.accountId}:secret:upstream/a-\\w{6}$`,
        ),
      ),
    });
    expect((await as('SecretReader').send(get(found.ARN ?? ''))).SecretString).toBe('{"headers":{}}');
  });

  test('denies a secret that is not granted, naming it as the caller did', async () => {
    await expect(as('SecretReader').send(get('upstream/b'))).rejects.toMatchObject(
      denied('SecretReader/local', 'secretsmanager:GetSecretValue', 'upstream/b'),
    );
  });

  test('does not find a missing secret', async () => {
    await expect(as('Admin').send(get('upstream/b'))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: "Secrets Manager can't find the specified secret.",
    });
  });

  test('refuses every other request', async () => {
    const authorization = signed(gate, 'Admin', 'secretsmanager');
    const answer = await send(gate, { target: 'secretsmanager.PutSecretValue', authorization });
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('UnknownOperationException') });
  });
});
