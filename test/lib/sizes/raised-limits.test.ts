import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { awsLimits } from '../../../lib/instance/aws-limits.ts';
import { parseSettings } from '../../../lib/settings/settings.ts';
import sluiceConfig from '../../../sluice.config.ts';
import { stackOf } from '../synthesis.ts';
import { vpc } from '../vpc/vpc-stack.ts';

/** The warnings about limits of a stack with this number of private nodes by address, and a rule for DynamoDB. */
function limitWarnings(nodes: number) {
  const upstreams = Array.from({ length: nodes }, (_, index) => ({
    url: `http://10.0.0.${index + 1}:8899`,
    private: true,
  }));
  const [mainnet] = sluiceConfig.networks;
  const settings = parseSettings(
    { ...sluiceConfig, networks: [{ ...mainnet, upstreams }], vpc: { ...vpc, nodes: [], internet: 'none' } },
    'this test',
  );
  const stack = stackOf('prod', { settings });
  return Annotations.fromStack(stack)
    .findWarning('*', Match.stringLikeRegexp('AWS allows'))
    .map(({ entry }) => String(entry.data));
}

test('64 private nodes by address are 65 rules: a warning with the number and what to do', () => {
  expect(limitWarnings(64)).toEqual([
    expect.stringMatching(
      /^With 1 networks there are 65 outbound rules of a security group, and AWS allows 60 by default\. .*vpc\.nodes, or ask AWS/,
    ),
  ]);
});

test('59 private nodes by address are 60 rules: no warning', () => {
  expect(limitWarnings(59)).toEqual([]);
});

test('docs/construct.md has the limits that the synthesis compares', () => {
  const page = readFileSync('docs/construct.md', 'utf8');
  for (const [name, { limit }] of Object.entries(awsLimits)) {
    expect(page).toContain(`| ${name} | ${limit.toLocaleString('en-US')} |`);
  }
});
