import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { stageNamed } from '../../lib/instance/stage.ts';
import { ConfigurationError } from '../../lib/settings/configuration-error.ts';
import { Sluice } from '../../lib/sluice.ts';
import { SluiceStack } from '../../lib/sluice-stack.ts';
import { artifacts, stackSettings as settings, testApp } from './synthesis.ts';

// What users of JavaScript can write, whom no compiler stops.

const empty = mkdtempSync(join(tmpdir(), 'sluice-props-'));
afterAll(() => rmSync(empty, { recursive: true }));

const { memory, ...withoutMemory } = stageNamed('prod');
const { proxy: _, ...withoutProxy } = memory;
const stack = (stackName: string) => new Stack(testApp(), stackName);
/** The artifacts of the npm package do not exist in the repository. */
const withArtifacts = (props: unknown) => (props ? { artifacts, ...props } : props);
const construct = (props: unknown, id = 'Rpc', scope = stack('Web')) =>
  Reflect.construct(Sluice, [scope, id, withArtifacts(props)]);
const make = (props: unknown) => Reflect.construct(SluiceStack, [testApp(), withArtifacts(props)]);

describe.each([
  ['Sluice', construct],
  ['SluiceStack', make],
])('%s refuses', (_, create) => {
  test.each<[what: string, props: unknown, message: RegExp]>([
    ['no props', undefined, /the props: must be an object\./],
    ['props that are null', null, /the props: must be an object\./],
    ['no settings', {}, /the settings must be an object, not undefined/],
    ['a stage that is null', { stage: null }, /- stage: must be 'dev', 'prod' or a preset\./],
    ['an unknown stage', { settings, stage: 'staging' }, /Unknown stage "staging": use dev or prod\./],
    ['an empty preset', { settings, stage: {} }, /The stage lacks name, .*memory.* \.\.\.stageNamed\('prod'\)/],
    ['an incomplete preset', { settings, stage: withoutMemory }, /The stage lacks memory\. /],
    ['an incomplete part', { settings, stage: { ...withoutMemory, memory: withoutProxy } }, /lacks memory\.proxy\. /],
    ['a name that is null', { instanceName: null }, /- instanceName: must be a text\./],
    ['a name in a list', { instanceName: ['rpc'] }, /- instanceName: must be a text\./],
    ['a wrong name', { settings, instanceName: 'My_Rpc' }, /The instanceName of .* is "My_Rpc": it must have/],
    ['one alarm without a list', { releaseDespiteAlarms: 'proxy-errors' }, /must be a list of names\./],
    ['artifacts without folders', { artifacts: {} }, /- artifacts\.functions: must be \{ functions: 'FOLDER'/],
    [
      'artifacts that are missing',
      { settings, artifacts: { ...artifacts, dashboard: join(empty, 'none') } },
      /There is no folder .*none, which artifacts\.dashboard names\./,
    ],
    ['a setting among the props', { settings, alarmEmail: 'a@example.com' }, /- alarmEmail: is a setting\. Put it/],
    [
      'a construct as a setting',
      { settings: { ...settings, domains: { hostedZone: new Construct(stack('Dns'), 'Zone') } } },
      /- domains\.hostedZone\./,
    ],
    [
      'a logo that is a folder',
      { settings: { ...settings, service: { ...settings.service, logo: join(empty, '.svg') } } },
      /service\.logo: there is no file/,
    ],
  ])('%s', (_what, props, message) => {
    expect(() => create(props)).toThrow(ConfigurationError);
    expect(() => create(props)).toThrow(message);
  });
});

test('Sluice refuses a misspelt prop; a SluiceStack passes it to the CDK, like its own', () => {
  const props = { settings, Stage: 'dev' };
  expect(() => construct(props)).toThrow(/The props of Web\/Rpc are wrong:\n {2}- Stage: is not a prop\./);
  expect(() => make(props)).not.toThrow();
});

describe('the outputs of an instance', () => {
  const props = { settings, stage: 'dev' };

  test('cannot have the names of another instance’s', () => {
    const web = stack('Web');
    construct(props, 'My-Rpc', web);
    expect(() => construct(props, 'MyRpc', web)).toThrow(
      'Web/My-Rpc and Web/MyRpc would both have an output with the name MyRpcDashboardUrl. Give one of them another id.',
    );
  });

  test('cannot be those of another instance by the name of a network', () => {
    const [network] = settings.networks;
    const solanaOn = (name: string) => ({
      ...props,
      settings: { ...settings, networks: [{ ...network, network: name }] },
    });
    const web = stack('Web');
    construct(solanaOn('eth-mainnet'), 'Rpc', web);
    expect(() => construct(solanaOn('mainnet'), 'RpcEth', web)).toThrow(
      'Web/Rpc and Web/RpcEth would both have an output with the name RpcEthMainnetEndpoint.',
    );
  });

  test('need a letter of its id', () => {
    expect(() => construct({ ...props, instanceName: 'rpc' }, '日本')).toThrow(/Web\/日本 needs a letter from A to Z/);
  });
});

test('a table can be found by going through all of them', () => {
  const { tables } = new Sluice(stack('Web'), 'Rpc', { settings, artifacts });
  expect(Object.keys(tables)).toEqual(['directory', 'admissions', 'records', 'usage', 'networks']);
  for (const table of Object.values(tables)) expect(table.tableArn).toBeTruthy();
});
