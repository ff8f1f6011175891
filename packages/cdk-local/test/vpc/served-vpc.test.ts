import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { type LocalStack, startLocalStack } from '../../local-stack.ts';
import { testLocation } from '../template/template-file.ts';
import { group, network, tcp } from './network-template.ts';

/** Says what DynamoDB and Secrets Manager answer. */
const source = `
const ask = async (service, url, target, body) => {
  const { AWS_ACCESS_KEY_ID: id, AWS_REGION: region } = process.env;
  const scope = id + '/20260101/' + region + '/' + service + '/aws4_request';
  const headers = {
    'x-amz-target': target,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-date': '20260101T000000Z',
    authorization: 'AWS4-HMAC-SHA256 Credential=' + scope + ', SignedHeaders=host, Signature=0',
  };
  try {
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  } catch (error) {
    return error.cause.code;
  }
};
const { TABLE, AWS_ENDPOINT_URL_DYNAMODB: tables, AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets } = process.env;
export const handler = async () => ({
  dynamodb: await ask('dynamodb', tables, 'DynamoDB_20120810.GetItem', { TableName: TABLE, Key: { id: { S: '1' } } }),
  secretsmanager: await ask('secretsmanager', secrets, 'secretsmanager.GetSecretValue', { SecretId: 'node' }),
});`;

const statement = { Effect: 'Allow', Action: ['dynamodb:GetItem', 'secretsmanager:GetSecretValue'], Resource: '*' };
const { Proxy: proxy, Vpc, Private, Routes, PrivateRoutes, Role } = network;

/** By the construct that each resource is in; the group is somebody's own, and so are its rules. */
const constructs = {
  Gateway: {
    Role: {
      ...Role,
      Properties: {
        ...Role.Properties,
        Policies: [{ PolicyName: 'all', PolicyDocument: { Statement: [statement] } }],
      },
    },
    Proxy: { ...proxy, Properties: { ...proxy.Properties, Environment: { Variables: { TABLE: { Ref: 'Table' } } } } },
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      },
    },
  },
  Network: { Vpc, Private, Routes, PrivateRoutes },
  Groups: {
    ProxyGroup: group(),
    Https: {
      Type: 'AWS::EC2::SecurityGroupEgress',
      Properties: { GroupId: { 'Fn::GetAtt': ['ProxyGroup', 'GroupId'] }, ...tcp(443, { CidrIp: '0.0.0.0/0' }) },
    },
  },
  Endpoints: {
    Gateway: {
      Type: 'AWS::EC2::VPCEndpoint',
      Properties: {
        VpcId: { Ref: 'Vpc' },
        ServiceName: 'com.amazonaws.eu-central-1.dynamodb',
        RouteTableIds: [{ Ref: 'Routes' }],
      },
    },
  },
  Others: { Queue: { Type: 'AWS::SQS::Queue' } },
};

function writeAssembly(folder: string, parts: Readonly<Record<string, object>>): string {
  const metadata = Object.fromEntries(
    Object.entries(parts).flatMap(([construct, resources]) =>
      Object.keys(resources).map((data) => [`/S/${construct}/${data}`, [{ type: 'aws:cdk:logicalId', data }]]),
    ),
  );
  const stack = { type: 'aws:cloudformation:stack', properties: { templateFile: 'template.json' }, metadata };
  const write = (name: string, content: string): string => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  write('manifest.json', JSON.stringify({ artifacts: { S: stack } }));
  write('code/index.mjs', source);
  return write('template.json', JSON.stringify({ Resources: Object.assign({}, ...Object.values(parts)) }));
}

let stack: LocalStack | undefined;
let folder = '';
afterEach(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function answerOf(parts: Readonly<Record<string, object>>): Promise<unknown> {
  folder = mkdtempSync(join(tmpdir(), 'cdk-local-vpc-'));
  stack = await startLocalStack({
    makeTemplate: async () => writeAssembly(folder, parts),
    select: () => ['/S/Gateway'],
    place: testLocation,
    ports: { apis: {} },
    nameListener: () => undefined,
    secrets: { node: 'secret' },
  });
  const outcome = await stack.invoke(
    `arn:aws:lambda:${testLocation.region}:${testLocation.accountId}:function:Proxy`,
    '{}',
  );
  return outcome.ok ? JSON.parse(outcome.payload) : outcome.error;
}

test('a function in a VPC reaches the services with an endpoint, whose rules and routes belong to no construct of its own', async () => {
  expect(await answerOf(constructs)).toEqual({ dynamodb: 200, secretsmanager: 'ETIMEDOUT' });
  expect(stack?.logs().map(({ line }) => line)).toContainEqual(
    expect.stringContaining('Missing: an endpoint for secretsmanager in Private, or a route to a NAT gateway.'),
  );
  expect(stack?.template.ofType('AWS::SQS::Queue')).toEqual([]);
});

test('a function in a VPC without an endpoint for DynamoDB does not reach it', async () => {
  const { Endpoints: _, ...without } = constructs;
  expect(await answerOf(without)).toEqual({ dynamodb: 'ETIMEDOUT', secretsmanager: 'ETIMEDOUT' });
});
