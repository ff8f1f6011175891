import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { loadTemplate, type Template } from '../../template/template.ts';
import { failure, fn } from './resolved.ts';
import { testLocation } from './template-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-assembly-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const table = { Type: 'AWS::DynamoDB::GlobalTable' };
const queue = { Type: 'AWS::SQS::Queue', Properties: { KmsMasterKeyId: { 'Fn::ImportValue': 'key' } } };
const role = { Type: 'AWS::IAM::Role' };
const arn = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });
const output = (Value: unknown) => ({ Value });

type Document = { readonly Resources: object; readonly Outputs?: object };

/** Writes a cloud assembly whose resources and outputs are at the given paths of the construct tree. */
function assembly(document: Document, paths: Readonly<Record<string, string>>, inManifest = false): string {
  const logicalId = (data: string) => [
    { type: 'aws:cdk:creationStack', data: ['app.ts:1'] },
    { type: 'aws:cdk:logicalId', data },
  ];
  const metadata = Object.fromEntries(Object.entries(paths).map(([id, path]) => [path, logicalId(id)]));
  const stack = {
    type: 'aws:cloudformation:stack',
    properties: { templateFile: 'S.template.json' },
    ...(inManifest ? { metadata } : { additionalMetadataFile: 'S.metadata.json' }),
  };
  const other = { type: 'aws:cloudformation:stack', properties: { templateFile: 'T.template.json' } };
  write('manifest.json', { artifacts: { T: other, S: stack } });
  write('S.metadata.json', metadata);
  return write('S.template.json', document);
}

function write(name: string, content: object): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const load = (path: string, ...constructs: string[]): Template => loadTemplate(path, testLocation, () => constructs);
const idsOf = ({ resources }: Template) => resources.map(({ logicalId }) => logicalId);

describe('a part of a template', () => {
  const beside = {
    Mappings: { Regions: { here: { name: 'there' } } },
    Resources: {
      Queue: queue,
      RpcTable: table,
      RpcTwoTable: table,
      Group: { Type: 'AWS::AutoScaling::AutoScalingGroup', CreationPolicy: { ResourceSignal: { Count: 1 } } },
    },
    Outputs: {
      QueueUrl: output({ Ref: 'Queue' }),
      Region: output({ 'Fn::FindInMap': ['Regions', 'here', 'name'] }),
      RpcTableName: output({ Ref: 'RpcTable' }),
    },
  };
  const besidePaths = {
    Queue: '/S/Queue/Resource',
    RpcTable: '/S/Rpc/Table/Resource',
    RpcTwoTable: '/S/RpcTwo/Table/Resource',
    Group: '/S/Group/ASG',
    QueueUrl: '/S/QueueUrl',
    Region: '/S/Region',
    RpcTableName: '/S/Rpc/TableName',
  };

  test.each([
    ['the file beside the manifest', false],
    ['the manifest itself', true],
  ])('leaves out what is beside its constructs, of whatever type; paths from %s', (_, inManifest) => {
    const template = load(assembly(beside, besidePaths, inManifest), '/S/Rpc');
    expect(idsOf(template)).toEqual(['RpcTable']);
    expect(template.outputs).toEqual({ RpcTableName: 'RpcTable' });
  });

  test('may have several constructs', () => {
    expect(idsOf(load(assembly(beside, besidePaths), '/S/RpcTwo', '/S/Rpc'))).toEqual(['RpcTable', 'RpcTwoTable']);
  });

  test('is chosen by the paths of all resources and outputs', () => {
    let given = new Map();
    loadTemplate(assembly(beside, besidePaths), testLocation, (paths) => {
      given = new Map(paths);
      return ['/S/Rpc'];
    });
    expect(Object.fromEntries(given)).toEqual(besidePaths);
  });

  test('has the constructs that it refers to, with what belongs to them, and so on', () => {
    const Resources = {
      RpcAlias: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'Theirs' } } },
      Theirs: fn({ Role: arn('TheirRole') }),
      TheirRole: role,
      TheirPolicy: { Type: 'AWS::IAM::Policy', Properties: { Roles: [{ Ref: 'TheirRole' }], Of: arn('TheirTable') } },
      TheirTable: table,
      Other: fn({ Role: arn('OtherRole') }),
      OtherRole: role,
    };
    const paths = {
      RpcAlias: '/S/Rpc/Alias/Resource',
      Theirs: '/S/Theirs/Resource',
      TheirRole: '/S/Theirs/ServiceRole/Resource',
      TheirPolicy: '/S/Theirs/ServiceRole/DefaultPolicy/Resource',
      TheirTable: '/S/TheirTable',
      Other: '/S/Other/Resource',
      OtherRole: '/S/Other/ServiceRole/Resource',
    };
    expect(idsOf(load(assembly({ Resources }, paths), '/S/Rpc'))).toEqual([
      'RpcAlias',
      'Theirs',
      'TheirRole',
      'TheirPolicy',
      'TheirTable',
    ]);
  });

  test('has the rules, routes and endpoints of its network, from whatever construct', () => {
    const vpc = { VpcId: { Ref: 'Vpc' } };
    const ofRoutes = { RouteTableId: { Ref: 'Routes' } };
    const Resources = {
      Fn: fn({ VpcConfig: { SubnetIds: [{ Ref: 'Subnet' }], SecurityGroupIds: [{ Ref: 'Group' }] } }),
      Subnet: { Type: 'AWS::EC2::Subnet', Properties: vpc },
      Association: {
        Type: 'AWS::EC2::SubnetRouteTableAssociation',
        Properties: { SubnetId: { Ref: 'Subnet' }, ...ofRoutes },
      },
      Routes: { Type: 'AWS::EC2::RouteTable', Properties: vpc },
      Route: { Type: 'AWS::EC2::Route', Properties: ofRoutes },
      Group: { Type: 'AWS::EC2::SecurityGroup', Properties: vpc },
      Https: { Type: 'AWS::EC2::SecurityGroupEgress', Properties: { GroupId: { Ref: 'Group' } } },
      Vpc: { Type: 'AWS::EC2::VPC' },
      Gateway: { Type: 'AWS::EC2::VPCEndpoint', Properties: vpc },
      Queue: queue,
    };
    const paths = Object.fromEntries(Object.keys(Resources).map((id) => [id, id === 'Fn' ? '/S/Rpc/Fn' : `/S/${id}`]));
    const { Queue: _, ...network } = Resources;
    expect(idsOf(load(assembly({ Resources }, paths), '/S/Rpc'))).toEqual(Object.keys(network));
  });

  test('has what only its outputs refer to', () => {
    const document = { Resources: { Table: table, Rpc: table }, Outputs: { Name: output({ Ref: 'Table' }) } };
    const paths = { Table: '/S/Resource', Rpc: '/S/Rpc/Table/Resource', Name: '/S/Rpc/Name' };
    expect(idsOf(load(assembly(document, paths), '/S/Rpc'))).toEqual(['Table', 'Rpc']);
  });

  test('refuses an unknown type that it needs, and says which resource refers to it', () => {
    const document = { Resources: { Queue: queue, Fn: fn({ Url: { Ref: 'Queue' } }) } };
    const path = assembly(document, { Queue: '/S/Queue/Resource', Fn: '/S/Rpc/Fn/Resource' });
    const error = failure(() => load(path, '/S/Rpc'));
    expect(error).toMatchObject({ code: 'unknown_resource_type', path: 'Resources.Queue' });
    expect(error.message).toBe(
      'Resources.Queue: the local runtime does not know AWS::SQS::Queue, to which Resources.Fn.Properties.Url.Ref refers',
    );
  });

  test('refuses an unknown type within its constructs', () => {
    const path = assembly({ Resources: { Queue: queue } }, { Queue: '/S/Rpc/Queue/Resource' });
    expect(failure(() => load(path, '/S/Rpc'))).toMatchObject({ code: 'unknown_resource_type' });
  });
});
