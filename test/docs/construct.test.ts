import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { propertiesOf } from '../lib/synthesis.ts';
import { stack } from './construct-example.ts';
import { codeBlocks } from './pages.ts';
import { forgetVariables, Sluice } from './sluice-cdk.ts';

const page = 'docs/construct.md';

const linesOf = (code: string): string[] =>
  code
    .split('\n')
    .map((line) => line.trim().replace(/^export /, ''))
    .filter((line) => line !== '' && !line.startsWith('import '));

afterAll(forgetVariables);

const sluice = stack.node.findChild('Rpc');
// Before the template is made: it must change nothing.
if (sluice instanceof Sluice)
  sluice.functions.proxy?.addToRolePolicy(new PolicyStatement({ actions: ['s3:Useless'], resources: ['*'] }));
const template = Template.fromStack(stack);
const { Resources, Outputs } = template.toJSON();
const withId = (start: string) => Object.entries<object>(Resources).find(([id]) => id.startsWith(start))?.[1];

test('the code of the page is that of the example, which is type-checked and run here', () => {
  const example = new Set(linesOf(readFileSync('test/docs/construct-example.ts', 'utf8')));
  const lines = codeBlocks(page, 'ts').flatMap(linesOf);
  expect(lines.length).toBeGreaterThan(35);
  expect(lines.filter((line) => !example.has(line))).toEqual([]);
});

test('a property is overridden, and a removal policy replaced', () => {
  expect(withId('RpcTablesRecords')).toMatchObject({
    DeletionPolicy: 'Delete',
    Properties: { Replicas: [{ TableClass: 'STANDARD_INFREQUENT_ACCESS', DeletionProtectionEnabled: true }] },
  });
  expect(withId('RpcTablesUsage')).toMatchObject({ DeletionPolicy: 'Retain' });
});

test('alarms reach other topics and subscribers', () => {
  const [proxyErrors] = Object.values(
    propertiesOf(template, 'AWS::CloudWatch::Alarm', 'RpcMonitoringAlarmproxyerrors'),
  );
  expect(proxyErrors?.AlarmActions).toContainEqual({ Ref: expect.stringMatching(/^Pager/) });
  expect(Object.values(propertiesOf(template, 'AWS::SNS::Subscription'))).toMatchObject([
    { Endpoint: 'https://alerts.acme.example/sluice', TopicArn: { Ref: expect.stringMatching(/^RpcMonitoring/) } },
  ]);
});

test('others can be granted access to a table, and Sluice’s own functions cannot', () => {
  const [granted] = Object.values(propertiesOf(template, 'AWS::IAM::Policy', 'Report'));
  expect(JSON.stringify(granted?.PolicyDocument)).toMatch(/dynamodb:Query.*RpcTablesUsage/);
  expect(JSON.stringify(Resources)).not.toContain('s3:Useless');
  const refused = Match.stringLikeRegexp('A grant to the function proxy is not rendered .s3:Useless.');
  expect(Annotations.fromStack(stack).findError('*', refused)).toHaveLength(1);
});

test('a policy of the user’s adds grants to every function', () => {
  const [tracing] = Object.values(propertiesOf(template, 'AWS::IAM::Policy', 'Tracing'));
  const roles = [...JSON.stringify(Resources).matchAll(/"Role":\{"Fn::GetAtt":\["(Rpc\w+Role\w+)"/g)].map(
    ([, id]) => id,
  );
  const granted = new Set(tracing?.Roles.map(({ Ref }: { Ref: string }) => Ref));
  expect(roles.length).toBeGreaterThan(10);
  expect(roles.filter((id) => !granted.has(id))).toEqual([]);
});

test('a custom stage has its settings', () => {
  expect(withId('StagingTablesRecords')).toMatchObject({ DeletionPolicy: 'Delete' });
  expect(Object.values(propertiesOf(template, 'AWS::Logs::LogGroup', 'Staging')).at(0)?.RetentionInDays).toBe(7);
  expect(Object.values(propertiesOf(template, 'AWS::Logs::LogGroup', 'RpcDataPlane')).at(0)?.RetentionInDays).toBe(90);
});

test('the page says truly how many resources and outputs an instance takes, and the names of its outputs', () => {
  const text = readFileSync(page, 'utf8');
  const own = Object.keys(Resources).filter((id) => id.startsWith('Rpc')).length;
  const [, said] = /\| about (\d+), more with billing/.exec(text) ?? [];
  expect(Math.abs(Number(said) - own)).toBeLessThan(10);
  const outputs = Object.keys(Outputs).filter((name) => name.startsWith('Rpc'));
  const [, besidesNetworks] = /\| (\d+), one for each network/.exec(text) ?? [];
  expect(outputs).toHaveLength(Number(besidesNetworks) + 1);
  for (const [name] of text.matchAll(/\bRpc[A-Z]\w+/g)) expect(outputs).toContain(name);
});
