// A rotation function of AWS Secrets Manager: its four steps, each of which can be repeated at any time.

import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { keyIdOf, newSecret, RotationError, readKey, secretIdOf } from './rotate-key.mjs';

/** @param readGateway returns what rotate-key.mjs calls `gateway` */
export const createHandler =
  ({ secrets, readGateway }) =>
  async ({ Step, SecretId, ClientRequestToken }) => {
    const { VersionIdsToStages = {} } = await secrets.send(new DescribeSecretCommand({ SecretId }));
    const stages = VersionIdsToStages[ClientRequestToken];
    if (stages?.includes('AWSCURRENT')) return;
    if (!stages?.includes('AWSPENDING')) throw new RotationError('This version is not the pending one.');
    const step = steps[Step];
    if (step === undefined) throw new RotationError(`Unknown step: ${Step}`);
    const current = Object.keys(VersionIdsToStages).find((id) => VersionIdsToStages[id].includes('AWSCURRENT'));
    await step({ secrets, gateway: await readGateway(), SecretId, version: ClientRequestToken, current });
  };

const steps = {
  /** The gateway makes the secret, so this step makes it work, too. */
  createSecret: async ({ secrets, gateway, SecretId, version, current }) => {
    if ((await readValue(secrets, SecretId, version)) !== undefined) return;
    const inUse = current === undefined ? undefined : await readValue(secrets, SecretId, current);
    const SecretString = await newSecret(gateway, inUse ?? '', version);
    const put = { SecretId, ClientRequestToken: version, SecretString, VersionStages: ['AWSPENDING'] };
    await secrets.send(new PutSecretValueCommand(put));
  },

  /** The gateway knows the secret already. */
  setSecret: async () => {},

  testSecret: async ({ secrets, gateway, SecretId, version }) => {
    const pending = await readValue(secrets, SecretId, version);
    if (pending !== undefined && (await keyIdOf(gateway, pending)) === gateway.keyId) return;
    throw new RotationError('The gateway refuses the pending secret. Start a new rotation.');
  },

  finishSecret: async ({ secrets, gateway, SecretId, version, current }) => {
    const pending = await readValue(secrets, SecretId, version);
    const [newest] = (await readKey(gateway)).secrets;
    // Another rotation may have replaced it since the test.
    if (pending === undefined || newest?.secretId !== secretIdOf(pending)) {
      throw new RotationError('The pending secret is not the newest of the key. Start a new rotation.');
    }
    const move = { SecretId, VersionStage: 'AWSCURRENT', MoveToVersionId: version, RemoveFromVersionId: current };
    await secrets.send(new UpdateSecretVersionStageCommand(move));
  },
};

/** A version's value; undefined if it has none yet. */
async function readValue(secrets, SecretId, VersionId) {
  try {
    return (await secrets.send(new GetSecretValueCommand({ SecretId, VersionId }))).SecretString;
  } catch (error) {
    if (error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

const secrets = new SecretsManagerClient({});

export const handler = createHandler({
  secrets,
  readGateway: async () => {
    const { API_URL, KEY_ID, GRACE_HOURS, TOKEN_SECRET } = process.env;
    const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: TOKEN_SECRET }));
    return { apiUrl: API_URL, keyId: KEY_ID, graceHours: Number(GRACE_HOURS), token: SecretString.trim() };
  },
});
