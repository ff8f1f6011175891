import { describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { checkedDashboardOrigin } from '../../../lib/instance/dashboard-origin.ts';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { ConfigurationError } from '../../../lib/settings/configuration-error.ts';
import { embed, propertiesOf, testApp } from '../synthesis.ts';

const dev = stageNamed('dev');
const prod = stageNamed('prod');

describe('the second origin whose pages may call', () => {
  test.each([
    'https://dashboard.example',
    'https://dashboard.example:8443',
    'http://localhost:4173',
    'http://127.0.0.1:5173',
  ])('can be %s', (origin) => {
    expect(checkedDashboardOrigin(origin, dev)).toBe(origin);
    expect(checkedDashboardOrigin(origin, prod)).toBe(origin);
  });

  test('is Vite’s on this machine by default on dev', () => {
    expect(checkedDashboardOrigin(undefined, dev)).toBe('http://localhost:5173');
  });

  test('does not exist by default on prod', () => {
    expect(checkedDashboardOrigin(undefined, prod)).toBeUndefined();
  });

  test.each([
    '*',
    '',
    'null',
    'dashboard.example',
    'https://dashboard.example/',
    'https://dashboard.example/app',
    'https://Dashboard.example',
    'https://dashboard.example:443',
    'https://user@dashboard.example',
    'https://a.example,https://b.example',
    'http://dashboard.example',
    'http://localhost.dashboard.example',
    'ftp://dashboard.example',
  ])('is refused where a browser would send no such origin, or not safely: %j', (origin) => {
    const attempt = () => checkedDashboardOrigin(origin, prod);
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow(
      `dashboardOrigin is ${JSON.stringify(origin)}, which is not an origin: use one like https://`,
    );
  });

  test('is checked by the constructs too', () => {
    const embedded = (origin?: string) => embed(new Stack(testApp(), 'Web'), 'Rpc', { dashboardOrigin: origin });
    expect(() => embedded('https://x.example/')).toThrow(
      'dashboardOrigin is "https://x.example/", which is not an origin',
    );
    const [api] = Object.values(
      propertiesOf(Template.fromStack(Stack.of(embedded())), 'AWS::ApiGatewayV2::Api', 'RpcControlPlane'),
    );
    expect(api?.CorsConfiguration.AllowOrigins).toEqual([dev.dashboardOrigin]);
  });
});
