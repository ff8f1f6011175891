import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { tableRows } from '../../../docs/pages.ts';
import fixedConfig from '../../../support/fixed.config.ts';
import { runAsProcess, runInHost, runWithoutAws } from '../../../support/program-host.ts';
import { type AwsAnswers, type FakeAws, startFakeAws } from './aws-answers.ts';

// No AWS account is at hand. The answers have the forms and values that AWS documents, not recorded ones.

const arn = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/0`;

const webAcl = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/dashboard/00000000-0000-0000-0000-000000000000';

const settings = {
  ...fixedConfig,
  networks: [
    {
      ...fixedConfig.networks[0],
      upstreams: [{ url: 'https://node.example', secretName: 'nodes/main' }],
    },
  ],
  lambdaConcurrency: 1_000,
  webAcl,
  mail: { from: 'no-reply@example.com', verifiedDomain: 'example.com' },
  billing: { secretName: 'sluice/stripe' },
  domains: {
    rpc: { name: 'rpc.example.com', certificate: arn('eu-south-1') },
    dashboard: { name: 'app.example.com', certificate: arn('us-east-1') },
    hostedZone: { id: 'Z0123456789', name: 'example.com' },
  },
};

const caller = { xml: '<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/ann</Arn>' };
const stackIn = (status: string) => ({
  xml: `<Stacks><member><StackName>Sluice-prod</StackName><StackStatus>${status}</StackStatus><CreationTime>2026-11-20T00:00:00Z</CreationTime></member></Stacks>`,
});
const certificate = (Status: string, DomainName: string) => ({ json: { Certificate: { Status, DomainName } } });
const zone = (name: string) => ({
  xml: `<HostedZone><Id>/hostedzone/Z0123456789</Id><Name>${name}</Name></HostedZone>`,
});

/** An account of today, in which nobody has prepared anything. */
const newAccount: AwsAnswers = {
  'sts:GetCallerIdentity': caller,
  'ssm:GetParameter': { error: 'ParameterNotFound' },
  'cloudformation:DescribeStacks': { error: 'ValidationError' },
  'acm:DescribeCertificate': certificate('PENDING_VALIDATION', '*.example.com'),
  'route53:GetHostedZone': { error: 'NoSuchHostedZone' },
  'wafv2:GetWebACL': { error: 'WAFNonexistentItemException' },
  'secretsmanager:DescribeSecret': { error: 'ResourceNotFoundException' },
  'lambda:GetAccountSettings': {
    json: { AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 } },
  },
  'servicequotas:GetServiceQuota': { json: { Quota: { Value: 2_500 } } },
  'ses:GetAccount': {
    json: { ProductionAccessEnabled: false, SendingEnabled: true, SendQuota: { Max24HourSend: 200 } },
  },
  'ses:GetEmailIdentity': { error: 'NotFoundException' },
};

const readyAccount: AwsAnswers = {
  'sts:GetCallerIdentity': caller,
  'ssm:GetParameter': { json: { Parameter: { Value: '30' } } },
  'cloudformation:DescribeStacks': stackIn('UPDATE_COMPLETE'),
  'acm:DescribeCertificate': certificate('ISSUED', '*.example.com'),
  'route53:GetHostedZone': zone('example.com.'),
  'wafv2:GetWebACL': { json: { WebACL: { Name: 'dashboard', Id: '0', ARN: 'arn', DefaultAction: {} } } },
  'secretsmanager:DescribeSecret': { json: { Name: 'it', ARN: 'arn' } },
  'lambda:GetAccountSettings': { json: { AccountLimit: { ConcurrentExecutions: 1_000 } } },
  'servicequotas:GetServiceQuota': { json: { Quota: { Value: 10_000 } } },
  'ses:GetAccount': {
    json: { ProductionAccessEnabled: true, SendingEnabled: true, SendQuota: { Max24HourSend: 50_000 } },
  },
  'ses:GetEmailIdentity': { json: { VerifiedForSendingStatus: true } },
};

let aws: FakeAws;
const folder = mkdtempSync(join(tmpdir(), 'preflight-'));
beforeAll(async () => {
  aws = await startFakeAws();
});
beforeEach(() => {
  aws.asked.length = 0;
  aws.bodies.length = 0;
});
afterAll(() => {
  aws.stop();
  rmSync(folder, { recursive: true });
});

const runOf = (given: object, args: readonly string[]) => {
  const config = join(folder, 'settings.json');
  writeFileSync(config, JSON.stringify(given));
  const run = runWithoutAws('bin/operator.ts', ['preflight', '--config', config, ...args]);
  const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_MAX_ATTEMPTS: '1' };
  return { ...run, env: { ...run.env, ...credentials, AWS_REGION: 'eu-south-1', AWS_ENDPOINT_URL: aws.url } };
};

/** Runs preflight against an account, and returns each check's status. */
async function preflight(answers: AwsAnswers, given: object = settings, more: readonly string[] = []) {
  aws.answers = answers;
  const { code, out, err } = await runInHost(runOf(given, ['--stage', 'prod', '--json', ...more]));
  const checks = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { code, err, checks, statuses: Object.fromEntries(checks.map(({ check, status }) => [check, status])) };
}

const checksOf = [
  'bootstrap',
  'stack',
  'certificate of app.example.com',
  'certificate of rpc.example.com',
  'hosted zone example.com',
  'web acl',
  'secret nodes/main',
  'secret sluice/stripe',
  'cloudfront',
  'lambda concurrency',
  'api gateway requests',
  'ses account',
  'ses identity example.com',
];

test('a new account: every trap is named, with what to do', async () => {
  aws.answers = newAccount;
  const { code, out, err } = await runAsProcess(runOf({ ...settings, requestsPerSecond: 6_000 }, ['--stage', 'prod']));
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(/^Account 123456789012, region eu-south-1\n/);
  for (const told of [
    /TO DO {4}bootstrap: .*\n +Run: npx cdk bootstrap aws:\/\/123456789012\/eu-south-1/,
    /ok {7}stack: There is no stack Sluice-prod yet/,
    /TO DO {4}certificate of app\.example\.com: The certificate is PENDING_VALIDATION/,
    /TO DO {4}hosted zone example\.com: Route 53 has no hosted zone Z0123456789/,
    /TO DO {4}web acl: AWS WAF has no web ACL arn:aws:wafv2:us-east-1/,
    /TO DO {4}secret nodes\/main: .*\n +Run: aws secretsmanager create-secret --name nodes\/main/,
    /by hand {2}cloudfront: .*\n.*"Your account must be verified/,
    /TO DO {4}lambda concurrency: .*10 executions at once, about 50 calls\/s\. .*the deployment would fail/,
    /TO DO {4}api gateway requests: .*2500 requests\/s in eu-south-1; the stage allows 6000\.\n +Lower requestsPerSecond to 2500/,
    /TO DO {4}ses account: SES is in its sandbox: 200 mails a day/,
    /TO DO {4}ses identity example\.com: SES does not know example\.com/,
  ])
    expect(out).toMatch(told);
});

test('an account that is ready has nothing to do but CloudFront, which AWS does not tell', async () => {
  const { code, err, statuses, checks } = await preflight(readyAccount);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(checks.map(({ check }) => check)).toEqual(checksOf);
  const own = Object.fromEntries(checksOf.map((check) => [check, check === 'cloudfront' ? 'manual' : 'ok']));
  expect(statuses).toEqual(own);
  expect(checks[0]).toMatchObject({ account: '123456789012', region: 'eu-south-1', action: null });
});

describe('a missing permission is never ok', () => {
  test('without any, each check names its own, and the command fails', async () => {
    const { code, checks } = await preflight({ 'sts:GetCallerIdentity': caller });
    expect(code).toBe(1);
    const others = checks.filter(({ check }) => check !== 'cloudfront');
    for (const { status, found } of others) {
      expect(status).toBe('unknown');
      expect(found).toMatch(/^It could not be asked: the permission [a-z0-9]+:[A-Za-z]+ is missing\.$/);
    }
    const named = others.map(({ found }) => /permission (\S+) /.exec(found)?.[1]);
    expect(new Set(named)).toEqual(new Set(aws.asked.filter((action) => action !== 'sts:GetCallerIdentity')));
  });

  test('docs/cli.md lists the permissions, and no other', async () => {
    await preflight(readyAccount);
    const [, documented = ''] = tableRows('docs/cli.md').findLast(([command]) => command === 'preflight') ?? [];
    const actions = [...documented.matchAll(/`([a-z0-9]+:\w+)`/g)].map(([, action]) => action);
    expect(actions.toSorted()).toEqual([...new Set(aws.asked)].toSorted());
  });

  test('nor is a service that fails', async () => {
    const { code, statuses } = await preflight({
      ...readyAccount,
      'lambda:GetAccountSettings': { error: 'ServiceException' },
    });
    expect([code, statuses['lambda concurrency']]).toEqual([1, 'unknown']);
  });
});

describe('to do is', () => {
  test.each<[string, AwsAnswers, string, RegExp]>([
    [
      'an old bootstrap',
      { 'ssm:GetParameter': { json: { Parameter: { Value: '6' } } } },
      'bootstrap',
      /version 6; 8 is/,
    ],
    [
      'a stack whose first deployment failed',
      { 'cloudformation:DescribeStacks': stackIn('ROLLBACK_COMPLETE') },
      'stack',
      /only be deleted/,
    ],
    [
      'a stack that is changing',
      { 'cloudformation:DescribeStacks': stackIn('UPDATE_IN_PROGRESS') },
      'stack',
      /UPDATE_IN_PROGRESS/,
    ],
    [
      'a certificate for other names',
      { 'acm:DescribeCertificate': certificate('ISSUED', '*.a.example.com') },
      'certificate of rpc.example.com',
      /not for rpc\.example\.com/,
    ],
    [
      'another hosted zone',
      { 'route53:GetHostedZone': zone('example.org.') },
      'hosted zone example.com',
      /is example\.org/,
    ],
    [
      'a secret that is going to be deleted',
      { 'secretsmanager:DescribeSecret': { json: { Name: 'it', DeletedDate: 1 } } },
      'secret nodes/main',
      /deleted/,
    ],
    [
      'a quota below lambdaConcurrency',
      { 'lambda:GetAccountSettings': { json: { AccountLimit: { ConcurrentExecutions: 999 } } } },
      'lambda concurrency',
      /would fail/,
    ],
    [
      'a sending quota below the sign-ups',
      {
        'ses:GetAccount': {
          json: { ProductionAccessEnabled: true, SendingEnabled: true, SendQuota: { Max24HourSend: 999 } },
        },
      },
      'ses account',
      /may need 1000/,
    ],
    [
      'an account that may not send',
      { 'ses:GetAccount': { json: { ProductionAccessEnabled: true, SendingEnabled: false } } },
      'ses account',
      /stopped/,
    ],
    [
      'an identity that is not verified',
      { 'ses:GetEmailIdentity': { json: { VerifiedForSendingStatus: false } } },
      'ses identity example.com',
      /not verified yet/,
    ],
  ])('%s', async (_, changed, check, found) => {
    const { code, checks } = await preflight({ ...readyAccount, ...changed });
    expect(code).toBe(1);
    expect(checks.find((one) => one.check === check)).toMatchObject({
      status: 'to_do',
      found: expect.stringMatching(found),
      action: expect.stringMatching(/\w/),
    });
  });
});

test('the bootstrap is that of --qualifier, which the command to make it names too', async () => {
  const answers = { ...readyAccount, 'ssm:GetParameter': { error: 'ParameterNotFound' } };
  const { checks } = await preflight(answers, settings, ['--qualifier', 'acme']);
  expect(aws.bodies.filter((body) => body.includes('cdk-bootstrap'))).toEqual([
    '{"Name":"/cdk-bootstrap/acme/version"}',
  ]);
  expect(checks[0].action).toBe('Run: npx cdk bootstrap aws://123456789012/eu-south-1 --qualifier acme');
  const wrong = await runInHost(runOf(settings, ['--stage', 'prod', '--qualifier', 'not-one']));
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('1 to 10 letters and digits, not not-one') });
});

test('in a region of 2,500 requests/s, the stage asks for no more, and an account without a quota of its own has that', async () => {
  const noQuota = { ...readyAccount, 'servicequotas:GetServiceQuota': { error: 'NoSuchResourceException' } };
  expect((await preflight(noQuota)).statuses['api gateway requests']).toBe('ok');
  const asking = await preflight(noQuota, { ...settings, requestsPerSecond: 2_501 });
  expect(asking.statuses['api gateway requests']).toBe('to_do');
});

test('settings without mail, domains and secrets ask for nothing of theirs', async () => {
  const { code, statuses } = await preflight(readyAccount, fixedConfig);
  expect([code, Object.keys(statuses)]).toEqual([
    0,
    ['bootstrap', 'stack', 'cloudfront', 'lambda concurrency', 'api gateway requests', 'mail'],
  ]);
  expect(aws.asked.filter((action) => /^(ses|acm|route53|secretsmanager|wafv2):/.test(action))).toEqual([]);
});

test('wrong credentials end the command as unreachable, and a local gateway has no preflight', async () => {
  aws.answers = { 'sts:GetCallerIdentity': { error: 'InvalidClientTokenId' } };
  expect(await runInHost(runOf(settings, ['--stage', 'prod']))).toMatchObject({ code: 5, out: '' });
  expect(await runInHost(runOf(settings, []))).toMatchObject({ code: 2, err: expect.stringContaining('--stage prod') });
});
