import { expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { defaultRequestsPerSecond, requestRate } from '../../../lib/settings/request-rate.ts';
import { templateOf } from '../synthesis.ts';

const inRegion = (region: string) => ({ env: { account: '123456789012', region } });

/** Checks that the stage of the RPC API, the one without settings of routes, has this throttle. */
const expectThrottle = (template: Template, rate: number, burst: number) =>
  template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    DefaultRouteSettings: Match.objectLike({ ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }),
    RouteSettings: Match.absent(),
  });

test.each([
  ['prod in Milan, where an account has 2,500', 'prod', 'eu-south-1', undefined, 2_500, 1_250],
  ['dev elsewhere', 'dev', 'eu-central-1', undefined, 5_000, 2_500],
  ['prod in Milan with requestsPerSecond, after AWS has raised the quota', 'prod', 'eu-south-1', 6_001, 6_001, 3_001],
] as const)('the RPC API of %s', (_, stage, region, requestsPerSecond, rate, burst) => {
  expectThrottle(templateOf(stage, { ...inRegion(region), settings: { requestsPerSecond } }), rate, burst);
});

test('a stack without a region has the rate of its stage', () => {
  expectThrottle(templateOf('prod'), 10_000, 5_000);
});

test('a stage has its own rate where the account allows as much', () => {
  expect(requestRate({ setting: undefined, ofStage: 10_000, region: 'us-east-1' })).toBe(10_000);
  expect(requestRate({ setting: undefined, ofStage: 5_000, region: 'eu-south-1' })).toBe(2_500);
});

test('thirteen regions give less, and no stage asks them for more', () => {
  const regions = 'af-south-1 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-7 ca-west-1 ';
  const others = 'eu-central-2 eu-south-1 eu-south-2 il-central-1 me-central-1 mx-central-1';
  for (const region of (regions + others).split(' ')) {
    expect(defaultRequestsPerSecond(region)).toBe(2_500);
    expect(requestRate({ setting: undefined, ofStage: 10_000, region })).toBe(2_500);
  }
  expect(defaultRequestsPerSecond('us-east-1')).toBe(10_000);
});
