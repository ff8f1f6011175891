import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NotFoundError, UsageError } from '../../../bin/command-errors.ts';
import {
  checkGatewayOptions,
  type GatewayOptions,
  locateGateway,
  stageOf,
} from '../../../bin/operator/choose-gateway.ts';
import { type CloudFormation, startCloudFormation } from '../../docs/cloud-formation.ts';

const outputsOf = (prefix: string) =>
  Object.fromEntries(
    ['DirectoryTable', 'AdmissionsTable', 'RecordsTable', 'UsageTable', 'UserPoolId', 'FailureBucket', 'Plans'].map(
      (name) => [`${prefix}${name}`, `${prefix}-${name}`],
    ),
  );

let cloudFormation: CloudFormation;
const environment = { ...process.env };
beforeAll(async () => {
  cloudFormation = await startCloudFormation('Web', { ...outputsOf('Rpc'), ...outputsOf('BackendRpc') });
  const access = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-west-1' };
  Object.assign(process.env, access, { AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url });
});
afterAll(() => {
  cloudFormation.stop();
  process.env = environment;
});

describe('--stack and --instance', () => {
  test.each([
    ['Rpc', 'Rpc'],
    ['Backend/Rpc', 'BackendRpc'],
    ['BackendRpc', 'BackendRpc'],
  ])('find the instance %s by the outputs of the stack', async (instance, prefix) => {
    expect(await locateGateway({ stack: 'Web', instance })).toMatchObject({
      name: `${instance} of the stack Web`,
      tables: { directory: `${prefix}-DirectoryTable`, usage: `${prefix}-UsageTable` },
      userPoolId: `${prefix}-UserPoolId`,
      planIds: [`${prefix}-Plans`],
    });
  });

  test.each<[string, GatewayOptions, typeof UsageError | typeof NotFoundError, string]>([
    [
      'an instance that the stack does not have',
      { stack: 'Web', instance: 'Partners' },
      NotFoundError,
      'The stack Web has no instance Partners. Use --instance Rpc or --instance BackendRpc.',
    ],
    [
      'a stack of several without an instance',
      { stack: 'Web' },
      NotFoundError,
      'The stack Web is not of one instance alone. Use --instance Rpc or --instance BackendRpc.',
    ],
    ['an unknown stack', { stack: 'Site', instance: 'Rpc' }, NotFoundError, 'AWS has no stack Site in the account'],
    [
      'a stack that is not a name',
      { stack: 'Web/Rpc' },
      UsageError,
      '--stack must be a name like Web-prod, not Web/Rpc.',
    ],
    [
      'an instance that is not an id',
      { stack: 'Web', instance: 'Rpc;' },
      UsageError,
      '--instance must be the id of a construct like Rpc or Backend/Rpc, not Rpc;.',
    ],
  ])('refuse %s', async (_name, options, kind, message) => {
    const refused = locateGateway(options);
    await expect(refused).rejects.toThrow(kind);
    await expect(refused).rejects.toThrow(message);
  });

  test.each<[GatewayOptions, string]>([
    [{ stage: 'dev', port: '8545' }, '--stage selects a deployed gateway, --port a local one.'],
    [{ stack: 'Web', port: '8545' }, '--stack selects a deployed gateway, --port a local one.'],
    [{ stack: 'Web', stage: 'dev' }, '--stage and --stack name two stacks.'],
    [{ instance: 'Rpc' }, '--instance needs the name of its stack, too: --stack NAME.'],
    [{ stage: 'dev', instance: 'Rpc' }, '--instance needs the name of its stack'],
  ])('are refused in the combination %j', (options, message) => {
    expect(() => checkGatewayOptions(options)).toThrow(message);
  });

  test('are allowed alone and together, and mean the settings of prod', () => {
    for (const options of [{}, { stage: 'dev' }, { port: '1' }, { stack: 'Web' }, { stack: 'Web', instance: 'Rpc' }]) {
      expect(() => checkGatewayOptions(options)).not.toThrow();
    }
    expect([stageOf({}), stageOf({ stage: 'beta' }), stageOf({ stack: 'Web' })]).toEqual(['dev', 'beta', 'prod']);
  });
});
