import { describe, expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { warnOfLaunch } from '../../../lib/instance/launch-warnings.ts';
import { type EffectiveSettings, parseSettings } from '../../../lib/settings/settings.ts';
import sluiceConfig from '../../../sluice.config.ts';
import { deployed } from '../synthesis.ts';

const shipped = parseSettings(sluiceConfig, 'this test');

function warnings(changes: Partial<EffectiveSettings> = {}, stage = 'prod'): string[] {
  const scope = new Construct(new Stack(new App(), 'Web'), 'Rpc');
  warnOfLaunch(scope, deployed(stage), { ...shipped, ...changes });
  return scope.node.metadata.map(({ data }) => String(data));
}

const withNode = (node: { readonly secretName?: string; readonly private?: boolean }) =>
  shipped.networks.map((network) => ({
    ...network,
    upstreams: [...network.upstreams, { url: 'https://node.example', ...node }],
  }));

const ready: Partial<EffectiveSettings> = {
  alarmEmail: 'operators@example.com',
  mail: { from: 'no-reply@example.com' },
  networks: withNode({ secretName: 'node' }),
};

test('prod with the shipped settings: no address for alarms, public nodes, no mail, each with what to do', () => {
  expect(warnings()).toEqual([
    expect.stringMatching(/^Alarms reach no one\. Set alarmEmail/),
    expect.stringMatching(/^The nodes of mainnet, devnet have no credentials.* Name your own nodes with secretName/),
    expect.stringMatching(/^Cognito sends the mails itself, at most 50 a day\. Set mail/),
  ]);
});

test('dev is for developers: no warning', () => {
  expect(warnings({}, 'dev')).toEqual([]);
});

describe('there is no warning', () => {
  test.each<[string, Partial<EffectiveSettings>]>([
    ['with all of them', {}],
    ['with a private node instead', { networks: withNode({ private: true }) }],
    ['without mail, if only the operator creates accounts', { mail: undefined, signUp: 'closed' }],
  ])('%s', (_, changes) => {
    expect(warnings({ ...ready, ...changes })).toEqual([]);
  });
});

test('a node that says nothing of itself counts as public, also under a name that nobody knows', () => {
  const found = warnings({ ...ready, networks: withNode({}) });
  expect(found).toEqual([expect.stringMatching(/mainnet, devnet/)]);
});
