import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { call, post } from '../../test/support/rpc.ts';
import { checkOut, readBase } from '../../test/upgrade/base.ts';
import { cdk, deploy, repository, synthesize } from './cdk.ts';
import { customerActions, signUp } from './customer.ts';
import { makeDeployable, type Removed } from './deployable-assembly.ts';
import { expect, print } from './report.ts';
import { withNode } from './with-node.ts';

const stack = 'Sluice-dev';

/** Deploys the base, today's code and the base again. A customer's keys and usage must stay as they were. */
export const upgrade = (emulator: string, work: string): Promise<Removed[]> =>
  withNode(async (context) => {
    const { commit } = readBase();
    print(`\n${stack}: ${commit.slice(0, 8)}, then today's code, then ${commit.slice(0, 8)} again`);
    const assemblies = { base: join(work, 'base'), present: join(work, 'present') };
    await Promise.all([
      synthesize(checkOut(commit, join(work, 'checkout')), assemblies.base, context),
      synthesize(repository, assemblies.present, context),
    ]);
    const removed = Object.values(assemblies).map(makeDeployable);
    await liveThrough(emulator, assemblies);
    await cdk(['destroy', stack, '--app', assemblies.base, '--force']);
    expect('tables that are left', (await new DynamoDBClient().send(new ListTablesCommand())).TableNames, []);
    return removed;
  });

type Assemblies = Readonly<Record<'base' | 'present', string>>;

async function liveThrough(emulator: string, { base, present }: Assemblies): Promise<void> {
  const outputs = await deploy(base, stack);
  const customer = customerActions(await signUp(emulator, outputs));
  const answerOn = async (endpoint: string, secret: string) =>
    (await post(outputs[endpoint] ?? '', secret, call('getGenesisHash'))).status;
  const answer = (secret: string) => answerOn('MainnetEndpoint', secret);
  const first = await customer.createKey('first');
  expect('a call with an unknown key', await answer(`slc_${'0'.repeat(38)}`), 403);
  expect('a call with a new key', await answer(first.secret), 200);
  await customer.expectUsage({ ok: 1 });

  const [updated, statuses] = await callDuring(deploy(present, stack), () => answerOn('DevnetEndpoint', first.secret));
  expect('the update changes an address', changed(outputs, updated), []);
  // Its route is another one afterwards.
  expect(
    'a call during the update fails',
    statuses.filter((status) => status !== 200),
    [],
  );
  const served = statuses.length;
  expect('a call with the same key', await answer(first.secret), 200);
  const second = await customer.createKey('second');
  expect('a call with a key of today', await answer(second.secret), 200);
  await customer.expectUsage({ ok: 3 + served });
  await customer.revoke(first.keyId);
  expect('a call with the revoked key', await answer(first.secret), 403);

  expect('the way back changes an address', changed(outputs, await deploy(base, stack)), []);
  expect('the keys', await customer.names(), ['second']);
  expect('a call with the revoked key', await answer(first.secret), 403);
  expect('a call with the key of today', await answer(second.secret), 200);
  await customer.expectUsage({ ok: 4 + served, key_revoked: 2 });
}

/** Calls one after the other until the deployment has ended, five a second at most: the free plan has ten. */
async function callDuring<T>(deployment: Promise<T>, makeCall: () => Promise<number>): Promise<[T, number[]]> {
  const statuses: number[] = [];
  let hasEnded = false;
  const ended = deployment.finally(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    statuses.push(await makeCall());
    await pause(200);
  }
  return [await ended, statuses];
}

type Outputs = Readonly<Record<string, string>>;

/** The outputs that are gone or another. */
const changed = (before: Outputs, after: Outputs): string[] =>
  Object.keys(before).filter((name) => before[name] !== after[name]);
