import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { rolesOf } from '../../packages/cdk-local/iam/roles.ts';
import type { LocalTarget } from '../conformance/target.ts';
import { grantsOf } from '../security/grants.cases.ts';
import type { TwoInstances } from './two-instances.ts';

const templateFile = v.pipe(v.string(), v.parseJson(), v.object({ Resources: v.record(v.string(), v.unknown()) }));

type Pair = readonly [string, LocalTarget];

/** What the instances have in the stack: roles, files, jobs and releases. */
export function resourceCases(running: () => TwoInstances): void {
  const pairs = (): readonly Pair[] => [
    ['Alpha', running().alpha],
    ['Beta', running().beta],
  ];
  const template = () => running().alpha.local.runtime.template;
  const logicalIds = (type: string, instance: string) =>
    template()
      .ofType(type)
      .filter(({ logicalId }) => logicalId.startsWith(instance));

  test('nothing that somebody else has in the stack is served', () => {
    const theirs = /^(Queue|Worker|Items|Uploads|Topic|Mornings|CustomS3AutoDelete|BucketNotificationsHandler)/;
    const file = join(template().folder, 'Platform.template.json');
    const { Resources } = v.parse(templateFile, readFileSync(file, 'utf8'));
    expect(Object.keys(Resources).filter((logicalId) => theirs.test(logicalId)).length).toBeGreaterThan(15);
    expect(template().resources.filter(({ logicalId }) => theirs.test(logicalId))).toEqual([]);
  });

  test('nothing that a role of one instance may do is allowed to a role of the other', () => {
    const grants = grantsOf(template());
    const roles = rolesOf(template());
    const named = grants.filter(({ resource }) => resource !== '*');
    for (const [instance, other] of [['Alpha', 'Beta'] as const, ['Beta', 'Alpha'] as const]) {
      const theirs = named.filter(({ role }) => role.startsWith(other));
      const ours = roles.filter(({ arn }) => arn.includes(`:role/${instance}`));
      const allowed = ours.flatMap(({ arn, decide }) =>
        theirs
          .filter(({ action, resource }) => decide(action, resource) === 'allowed')
          .map(({ action, resource }) => `${arn} ${action} ${resource}`),
      );
      expect(theirs.length).toBeGreaterThan(50);
      expect(ours.length).toBeGreaterThan(10);
      expect(allowed).toEqual([]);
    }
  });

  test('the gate refuses each function of one instance the tables of the other, and counts the refusals', async () => {
    const { variables, denials } = running();
    const before = denials.length;
    let calls = 0;
    for (const [instance, other] of [['Alpha', 'Beta'] as const, ['Beta', 'Alpha'] as const]) {
      const tables = logicalIds('AWS::DynamoDB::GlobalTable', other);
      const functions = [...variables].filter(([name]) => name.startsWith(instance));
      expect([tables.length, functions.length > 10]).toEqual([5, true]);
      const answers = await Promise.all(
        functions.flatMap(([, access]) => tables.map(({ ref }) => statusOfQuery(access, ref))),
      );
      expect(new Set(answers)).toEqual(new Set(['AccessDeniedException']));
      calls += answers.length;
    }
    expect(denials.length - before).toBe(calls);
  });

  test('one deployment copies the files of both dashboards, and its role may write to both buckets', async () => {
    const { buckets } = running().alpha.local.runtime;
    const [copier, ...more] = template()
      .ofType('AWS::Lambda::Function')
      .filter(({ logicalId }) => logicalId.startsWith('Custom'));
    expect(more).toEqual([]);
    const role = rolesOf(template()).find(({ arn }) => arn === copier?.properties.Role);
    const [one, two] = await Promise.all(
      pairs().map(async ([instance]) => {
        const [bucket] = logicalIds('AWS::S3::Bucket', `${instance}Dashboard`);
        expect(role?.decide('s3:PutObject', `${bucket?.attributes.Arn}/index.html`)).toBe('allowed');
        return buckets.objects(bucket?.ref ?? '');
      }),
    );
    // The one is written at deployment, and the other by a function of each instance.
    const ownFiles = ['config.json', 'status.json'];
    const files = [...(one ?? [])].filter(([key]) => !ownFiles.includes(key));
    expect(files.length).toBeGreaterThan(20);
    expect([...(two ?? [])].filter(([key]) => !ownFiles.includes(key))).toHaveLength(files.length);
    expect(files.filter(([key, body]) => !two?.get(key)?.equals(body)).map(([key]) => key)).toEqual([]);
  });

  test('each dashboard names its own service, API and user pool, and may connect to its own endpoints only', async () => {
    for (const [
      ,
      {
        local: { runtime },
      },
    ] of pairs()) {
      const { settings, userPool, dashboardUrl, endpoints, apiUrl } = runtime;
      const config = await (await fetch(`${dashboardUrl}/config.json`)).json();
      const { url: endpoint, id, clientId } = userPool;
      const { name, support } = settings.service;
      expect(config).toEqual({
        apiUrl: '/',
        userPool: { endpoint, id, clientId },
        service: { name, ...(support !== undefined && { support }) },
        signUp: settings.signUp,
        statusPage: settings.statusPage,
      });
      const policy = (await fetch(dashboardUrl)).headers.get('content-security-policy');
      expect(policy).toContain(`connect-src 'self' ${endpoints.mainnet} ${endpoint};`);
      const [viaDashboard, direct] = await Promise.all(
        [`${dashboardUrl}`, apiUrl].map((url) => fetch(`${url}/v1/plans`)),
      );
      expect([viaDashboard?.status, direct?.status]).toEqual([401, 401]);
    }
    const [alpha, beta] = pairs().map(([, { local }]) => local.runtime);
    expect(alpha?.userPool.url).toBe(beta?.userPool.url);
    expect(alpha?.userPool.id).not.toBe(beta?.userPool.id);
    expect(alpha?.userPool.clientId).not.toBe(beta?.userPool.clientId);
  });

  test('the check of a release of one instance reports for its own deployment groups', async () => {
    const { invoke, logs } = running().alpha.local.runtime;
    for (const [instance] of pairs()) {
      const [hook] = logicalIds('AWS::Lambda::Function', `${instance}ReleaseCheck`);
      const event = { DeploymentId: `d-${instance}`, LifecycleEventHookExecutionId: 'hook' };
      expect(await invoke(hook?.attributes.Arn ?? '', JSON.stringify(event))).toEqual({ ok: true, payload: 'null' });
      const reported = logs().find(({ line }) => line.includes('"hook_status"') && line.includes(`d-${instance}`));
      expect(JSON.parse(reported?.line ?? '{}')).toMatchObject({ status: 'Succeeded' });
    }
  });
}

/** Reads an item of a table with the access of a function. Returns the type of the error, if it is one. */
async function statusOfQuery(access: Readonly<Record<string, string>>, TableName: string): Promise<string> {
  const scope = `${access.AWS_ACCESS_KEY_ID}/20260101/${access.AWS_REGION}/dynamodb/aws4_request`;
  const answer = await fetch(access.AWS_ENDPOINT_URL_DYNAMODB ?? '', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.Query',
      authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify({
      TableName,
      KeyConditionExpression: 'pk = :any',
      ExpressionAttributeValues: { ':any': { S: 'any' } },
    }),
  });
  return /[A-Za-z]+Exception/.exec(await answer.text())?.[0] ?? String(answer.status);
}
