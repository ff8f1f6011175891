import { expect, test } from '@jest/globals';
import { CfnWaitConditionHandle, Stack } from 'aws-cdk-lib';
import type { EffectiveSettings } from '../../../lib/settings/settings.ts';
import { parseSettings } from '../../../lib/settings/settings.ts';
import fixedConfig from '../../support/fixed.config.ts';
import { embed, stackSettings, testApp } from '../synthesis.ts';
import { manyNetworks } from './many-networks.ts';

const parse = (networks: EffectiveSettings['networks']) => () => parseSettings({ ...fixedConfig, networks }, 'mine');

const refused = (code: string, message: RegExp | string) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

test('more than 80 networks are refused, with the number', () => {
  expect(parse(manyNetworks(80, 1))).not.toThrow();
  expect(parse(manyNetworks(81, 1))).toThrow(
    refused('invalid_configuration', /networks: must have at most 80 networks, and has 81: .* 500 metrics\. Put some/),
  );
});

test('more than 500 nodes are refused, with the number', () => {
  expect(parse(manyNetworks(50, 10))).not.toThrow();
  expect(parse(manyNetworks(51, 10))).toThrow(
    refused('invalid_configuration', /networks: must have at most 500 nodes in all, and have 510: .* 2,500 metrics/),
  );
});

test('more than 100 nodes of a network are refused', () => {
  expect(parse(manyNetworks(1, 101))).toThrow(
    refused('invalid_configuration', /networks\.0\.upstreams: must have at most 100 nodes: a stack can have 500/),
  );
});

const synthesize =
  (networks: EffectiveSettings['networks'], fill = 0) =>
  () => {
    const stack = new Stack(testApp(), 'Web');
    for (let index = 0; index < fill; index++) new CfnWaitConditionHandle(stack, `Filler${index}`);
    embed(stack, 'Rpc', { settings: { ...stackSettings, networks } });
  };

test('a stack with more than 500 resources is refused, with the number', () => {
  expect(synthesize(manyNetworks(2, 1), 400)).toThrow(
    refused(
      'invalid_configuration',
      /^Web\/Rpc: With 2 networks there are [56]\d\d resources of a stack, and AWS allows 500\. Up to 100/,
    ),
  );
});

test('an alarm with too long a name is refused, with the length', () => {
  const [network] = manyNetworks(1, 1);
  const long = network && { ...network, network: `n${'-long'.repeat(50)}` };
  expect(synthesize(long ? [long] : [])).toThrow(
    refused(
      'invalid_configuration',
      /^The alarm sluice-web-rpc-\S+ has a name of \d+ characters, and CloudWatch allows 255/,
    ),
  );
});

test('secrets that fit into no policy are refused, with the number of characters', () => {
  const networks = manyNetworks(60, 3).map((each) => ({
    ...each,
    upstreams: each.upstreams.map((node) => ({ ...node, secretName: `${node.secretName}/${'x'.repeat(400)}` })),
  }));
  expect(synthesize(networks)).toThrow(
    refused(
      'invalid_configuration',
      /^The nodes have 180 secrets\. IAM allows a policy 6,144 .* would have \d+,\d+\. Give/,
    ),
  );
});
