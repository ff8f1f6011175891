import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { siteResources } from './site-resources.ts';

/** Says which site it is, and how DynamoDB answers it for its own table and for the other site's. */
const source = `
const read = async (table) => {
  const { AWS_ENDPOINT_URL_DYNAMODB: url, AWS_ACCESS_KEY_ID: id, AWS_REGION: region } = process.env;
  const scope = id + '/20260101/' + region + '/dynamodb/aws4_request';
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-date': '20260101T000000Z',
      authorization: 'AWS4-HMAC-SHA256 Credential=' + scope + ', SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify({ TableName: table, Key: { id: { S: 'any' } } }),
  });
  return answer.status;
};
export const handler = async () => ({
  site: process.env.SITE,
  own: await read(process.env.TABLE),
  other: await read(process.env.OTHER_TABLE),
});`;

/** What somebody else has in the same stack: nothing of it can be served. */
const theirs = {
  TheirQueue: { Type: 'AWS::SQS::Queue' },
  TheirFunction: { Type: 'AWS::Lambda::Function', Properties: { Runtime: 'python3.13', VpcConfig: {} } },
  TheirApi: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'WEBSOCKET' } },
  TheirRole: { Type: 'AWS::IAM::Role', Properties: { ManagedPolicyArns: ['arn:aws:iam::aws:policy/ReadOnlyAccess'] } },
  TheirRule: { Type: 'AWS::Events::Rule', Properties: { ScheduleExpression: 'cron(0 8 * * ? *)' } },
};

/**
 * Writes a cloud assembly whose stack has two sites, `One` and `Two`, of the same code and settings, beside resources of
 * somebody else. A site has a page, and an API that it forwards to and that takes tokens of its pool.
 * @returns the template's path
 */
export function writeTwoSites(folder: string): string {
  const Resources = { ...theirs, ...siteResources('One', 'Two'), ...siteResources('Two', 'One') };
  const write = (name: string, content: string): string => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  const artifacts = {
    Assets: { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } },
    S: { type: 'aws:cloudformation:stack', properties: { templateFile: 'template.json' }, metadata: paths(Resources) },
  };
  const pagesSource = { path: 'pages', packaging: 'zip' };
  const files = { 1: { source: pagesSource, destinations: { here: { objectKey: 'pages.zip' } } } };
  write('manifest.json', JSON.stringify({ artifacts }));
  write('assets.json', JSON.stringify({ files }));
  write('code/index.mjs', source);
  write('pages/index.html', '<<site>> with <<pool>>');
  return write('template.json', JSON.stringify({ Resources }));
}

const paths = (resources: object) =>
  Object.fromEntries(
    Object.keys(resources).map((data) => {
      const [, construct = '', id = ''] = /^(One|Two|Their)(.+)$/.exec(data) ?? [];
      return [`/S/${construct}/${id}`, [{ type: 'aws:cdk:logicalId', data }]];
    }),
  );
