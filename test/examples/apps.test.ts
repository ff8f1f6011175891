import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { shellExports } from '../../bin/start/gateway-variables.ts';
import { serveTemplate } from '../../bin/start/serve-template.ts';
import { KeyRotation, type KeyRotationProps } from '../../examples/secret-rotation/key-rotation.ts';
import { loadSettings } from '../../lib/settings/load-settings.ts';
import { parseSettings } from '../../lib/settings/settings.ts';
import { type Chain, startChain } from '../../packages/solana-node/chain.ts';
import { codeBlocks } from '../docs/pages.ts';
import { packedPackage } from '../package/packed.ts';
import fixedConfig from '../support/fixed.config.ts';
import { operate } from '../support/test-runtime.ts';
import { checkAndSynthesize, createExampleFolder, packagesOf, runCommands, withoutNetwork } from './example-folder.ts';

const page = 'examples/README.md';
const [copy = '', synthesize = '', , firstCall = '', remove = '', , localCall = ''] = codeBlocks(page, 'sh');

let folder: string;
let node: Chain;
beforeAll(async () => {
  folder = createExampleFolder(packedPackage());
  node = await startChain({ network: 'devnet' });
});
afterAll(async () => {
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const templateIn = (example: string, stack: string): Template =>
  Template.fromJSON(JSON.parse(readFileSync(join(folder, example, `cdk.out/${stack}.template.json`), 'utf8')));

describe('a newcomer who follows the page with the minimal example', () => {
  beforeAll(async () => {
    const context = JSON.stringify({ node: node.url });
    const nodeOnThisMachine = `echo '${context}' > cdk.context.json`;
    const steps = [copy, nodeOnThisMachine, synthesize].join('\n');
    await runCommands(folder, steps, withoutNetwork(folder));
  });

  test('gets a type-checked app and its template, without a connection to anything', () => {
    const template = templateIn('my-gateway', 'Gateway');
    template.resourceCountIs('AWS::DynamoDB::GlobalTable', 5);
    template.hasOutput('RpcDashboardUrl', {});
    template.hasOutput('RpcDevnetEndpoint', {});
  });

  test('gets every alarm at a topic of the app’s own too', () => {
    const template = templateIn('my-gateway', 'Gateway');
    const [topic = ''] = Object.keys(template.findResources('AWS::SNS::Topic')).filter((id) => id.startsWith('OnCall'));
    const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm'));
    // A release reads its own alarms, which notify nobody.
    const notifying = alarms.flatMap(({ Properties }) => (Properties.AlarmActions ? [Properties.AlarmActions] : []));
    expect(notifying.length).toBeGreaterThan(5);
    for (const actions of notifying) expect(actions).toContainEqual({ Ref: topic });
  });

  test('removes the stack after its buckets are empty', async () => {
    const buckets = Object.keys(templateIn('my-gateway', 'Gateway').findResources('AWS::S3::Bucket'));
    // AWS's commands, for what they print: the names of the buckets, separated by tabs.
    const aws = `aws() { if [ "$1" = cloudformation ]; then echo "${buckets.join('\t')}"; else echo "aws $*"; fi; }`;
    const printed = await runCommands(folder, [aws, 'npx() { echo "npx $*"; }', remove].join('\n'));
    const emptied = buckets.map((bucket) => `aws s3 rm --recursive s3://${bucket}\n`);
    expect(emptied).toHaveLength(2);
    expect(printed).toBe(`${emptied.join('')}npx cdk destroy\n`);
    expect(remove).toMatch(/--stack-name Gateway .+ResourceType=='AWS::S3::Bucket'/s);
  });

  test('calls the local gateway with its address and key, without an AWS account', async () => {
    const printed = shellExports({ ENDPOINT: 'http://127.0.0.1:8545', RPC_API_KEY: 'slc_demo' });
    // npm, for what it prints: the variables of the running gateway, and what the client would read.
    const npm = `npm() { case "$*" in *--print-env) echo "$PRINTED" ;; start) echo "$ENDPOINT $RPC_API_KEY" ;; esac; }`;
    const read = await runCommands(folder, ['cd sluice', npm, localCall].join('\n'), { PRINTED: printed });
    expect(read).toBe('http://127.0.0.1:8545 slc_demo\n');
  });

  test('gets the first answer from the served template', async () => {
    const devnet = { network: 'devnet', chain: 'solana', path: '/', upstreams: [{ url: node.url }] };
    const settings = parseSettings({ ...fixedConfig, networks: [devnet] }, 'this test');
    const template = join(folder, 'my-gateway/cdk.out/Gateway.template.json');
    const served = await serveTemplate({ template, instances: { Rpc: { settings } } });
    const gateway = operate(served.gateway('Rpc'));
    try {
      const { secret } = await gateway.newKey();
      const exports = `export ENDPOINT=${gateway.runtime.endpoints.devnet} RPC_API_KEY=${secret}`;
      const steps = ['cd my-gateway', firstCall.replace(/^export ENDPOINT.*\nexport RPC_API_KEY.*$/m, exports)];
      expect(await runCommands(folder, steps.join('\n'))).toMatch(/^\d+$/m);
    } finally {
      await gateway.stop();
    }
  });
});

describe('the full example, type-checked and synthesized without a connection to anything', () => {
  beforeAll(async () => {
    await checkAndSynthesize(folder, 'full');
  });
  const template = (): Template => templateIn('sluice/examples/full', 'Sluice-prod');

  test('serves its three domains with certificates and records of the hosted zone', () => {
    for (const DomainName of ['rpc.example.com', 'api.example.com']) {
      template().hasResourceProperties('AWS::ApiGatewayV2::DomainName', { DomainName });
    }
    template().hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({ Aliases: ['app.example.com'] }),
    });
    const records = Object.values(template().findResources('AWS::Route53::RecordSet'));
    expect(new Set(records.map(({ Properties }) => Properties.Name))).toEqual(
      new Set(['rpc.example.com.', 'api.example.com.', 'app.example.com.']),
    );
  });

  test('has an endpoint for Solana and one for Ethereum', () => {
    template().hasOutput('MainnetEndpoint', {});
    expect(JSON.stringify(template().findOutputs('EthMainnetEndpoint'))).toContain('/eth');
  });

  test('bills through Stripe, mails alarms, and has a budget', () => {
    const routes = Object.values(template().findResources('AWS::ApiGatewayV2::Route'));
    expect(routes.map(({ Properties }) => Properties.RouteKey)).toContain('POST /v1/billing/events');
    template().hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'on-call@example.com' });
    template().hasResourceProperties('AWS::Budgets::Budget', {
      Budget: Match.objectLike({ BudgetLimit: { Amount: 500, Unit: 'USD' } }),
    });
  });

  test('has settings that npm start can use too', async () => {
    const { billing, networks } = await loadSettings({ file: 'examples/full/settings.ts', stage: 'dev' });
    expect(billing?.secretName).toBe('sluice/stripe');
    expect(networks.map(({ chain }) => chain)).toEqual(['solana', 'ethereum']);
  });
});

describe('the example of a rotated key', () => {
  const props = { apiUrl: 'https://dashboard.example/', keyId: 'key_1', rotateEveryDays: 30 };
  const rotationIn = (changes: Partial<KeyRotationProps> = {}) => {
    const stack = new Stack(new App(), 'Test');
    const token = Secret.fromSecretNameV2(stack, 'Token', 'token');
    new KeyRotation(stack, 'Backend', { ...props, token, ...changes });
    return stack;
  };

  test('has a function of the current runtime, a schedule, and rights on its two secrets only', () => {
    const template = Template.fromStack(rotationIn());
    const Variables = { API_URL: 'https://dashboard.example', KEY_ID: 'key_1', GRACE_HOURS: '24' };
    template.hasResourceProperties('AWS::Lambda::Function', {
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Environment: { Variables: Match.objectLike(Variables) },
    });
    template.hasResourceProperties('AWS::SecretsManager::RotationSchedule', {
      RotationRules: { ScheduleExpression: 'rate(30 days)' },
    });
    template.hasResourceProperties('AWS::Lambda::Permission', { Principal: 'secretsmanager.amazonaws.com' });
    const policies = Object.values(template.findResources('AWS::IAM::Policy'));
    const statements = policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    expect(statements.flatMap(({ Action }) => Action).toSorted()).toEqual([
      'secretsmanager:DescribeSecret',
      'secretsmanager:DescribeSecret',
      'secretsmanager:GetRandomPassword',
      'secretsmanager:GetSecretValue',
      'secretsmanager:GetSecretValue',
      'secretsmanager:PutSecretValue',
      'secretsmanager:UpdateSecretVersionStage',
    ]);
  });

  test.each([
    [{ graceHours: 0 }, 'graceHours must be a whole number of at least 1, and not 0.'],
    [{ graceHours: 48, rotateEveryDays: 2 }, 'rotateEveryDays must be longer than graceHours: 2 days, 48 hours.'],
  ])('refuses %j', (changes, message) => {
    expect(() => rotationIn(changes)).toThrow(message);
  });
});

test.each(['minimal', 'full', 'node-runners', 'secret-rotation', 'clients/typescript'])(
  '%s names the versions that this repository is tested with',
  (name) => {
    const { 'sluice-cdk': library, ...others } = packagesOf(`examples/${name}`);
    expect(packagesOf('.')).toMatchObject(others);
    if (library !== undefined) {
      const { version } = JSON.parse(readFileSync('packages/construct/package.json', 'utf8'));
      expect(library).toBe(`^${version}`);
    }
  },
);
