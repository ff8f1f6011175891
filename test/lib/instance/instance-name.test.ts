import { describe, expect, test } from '@jest/globals';
import { App, Stack, Stage } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import fc from 'fast-check';
import { claimInstanceName, instanceNameOf } from '../../../lib/instance/instance-name.ts';

const instanceIn = (scope: Construct, ...ids: string[]): Construct =>
  ids.reduce((parent, id) => new Construct(parent, id), scope);
const derived = (scope: Construct, ...ids: string[]): string => instanceNameOf(instanceIn(scope, ...ids), undefined);

describe('the name of an instance', () => {
  test('is by default made from its stack and constructs', () => {
    const stack = new Stack(new App(), 'Web');
    expect(derived(stack, 'Rpc')).toBe('web-rpc');
    expect(derived(stack, 'Backend', 'Gate_way')).toBe('web-backend-gate-way');
    expect(derived(new Stack(new App(), 'Web'), 'Default')).toBe('web');
    expect(derived(new Stack(new App(), 'Other', { stackName: 'Acme-Web' }), 'Rpc')).toBe('acme-web-rpc');
  });

  test('always fits into every name, and differs for long paths and stack names with the same beginning', () => {
    const ids = fc.array(fc.stringMatching(/^[A-Z0-9][A-Za-z0-9_. -]{0,39}$/), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,100}$/), ids, (stackName, path) => {
        const name = derived(new Stack(new App(), 'Web', { stackName }), ...path);
        expect(name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
        expect(`sluice-${name}-ap-southeast-1`.length).toBeLessThanOrEqual(64);
      }),
    );
    const stack = new Stack(new App(), 'Web');
    const long = 'a'.repeat(60);
    expect(derived(stack, `${long}1`)).not.toBe(derived(stack, `${long}2`));
    const named = (stackName: string) => derived(new Stack(new App(), 'Web', { stackName }), 'Rpc');
    expect(named(`${long}-main`)).not.toBe(named(`${long}-pr-17`));
  });

  test.each(['', 'Rpc', '1rpc', 'rpc_1', 'rpc-', 'rpc--1', 'sluice/rpc', 'a'.repeat(41)])(
    'cannot be %j',
    (instanceName) => {
      const scope = instanceIn(new Stack(new App(), 'Web'), 'Rpc');
      expect(() => instanceNameOf(scope, instanceName)).toThrow('The instanceName of Web/Rpc is');
    },
  );
});

describe('two instances', () => {
  test('cannot have the same name in one account and region', () => {
    const app = new App();
    claimInstanceName(instanceIn(new Stack(app, 'Web'), 'Rpc'), 'rpc');
    const other = instanceIn(new Stack(app, 'Api'), 'Rpc');
    expect(() => claimInstanceName(other, 'rpc')).toThrow(
      'Web/Rpc and Api/Rpc both have the instance name "rpc", and their resources would have the same names. Give one ' +
        'of them another instanceName.',
    );
  });

  test('can in two regions, accounts or apps, and in two stages of the CDK without accounts', () => {
    const app = new App();
    const account = '123456789012';
    const places = [
      new Stack(app, 'Tokyo', { env: { account, region: 'ap-northeast-1' } }),
      new Stack(app, 'Dublin', { env: { account, region: 'eu-west-1' } }),
      new Stack(app, 'Other', { env: { account: '210987654321', region: 'eu-west-1' } }),
      new Stack(new Stage(app, 'Beta'), 'Web'),
      new Stack(new Stage(app, 'Live'), 'Web'),
      new Stack(new App(), 'Web'),
    ];
    for (const stack of places) expect(() => claimInstanceName(instanceIn(stack, 'Rpc'), 'rpc')).not.toThrow();
  });
});
