import { expect, test } from '@jest/globals';
import { App, type Environment, Stack, Stage } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { warnOfConcurrency } from '../../../lib/instance/concurrency-warnings.ts';
import { reserveConcurrency } from '../../../lib/instance/lambda-concurrency.ts';
import { deployed } from '../synthesis.ts';

const stage = { ...deployed('dev'), reservedConcurrency: reserveConcurrency(600, { billing: false }) };

/** How many warnings an instance in each of two stages of the CDK has. */
function warningsIn(env: Environment): number[] {
  const app = new App();
  return ['Beta', 'Live'].map((id) => {
    const scope = new Construct(new Stack(new Stage(app, id), 'Web', { env }), 'Rpc');
    warnOfConcurrency(scope, stage);
    return scope.node.metadata.length;
  });
}

test('reservations of two stages of the CDK add up in one account', () => {
  expect(warningsIn({ account: '123456789012' })).toEqual([0, 1]);
});

test('reservations of two stages without accounts do not: these are probably different ones', () => {
  expect(warningsIn({})).toEqual([0, 0]);
});
