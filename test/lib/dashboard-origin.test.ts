import { describe, expect, test } from '@jest/globals';
import { configuredDashboardOrigin } from '../../lib/context-values.ts';
import { ConfigurationError } from '../../lib/settings/configuration-error.ts';
import { stageNamed } from '../../lib/stage.ts';

const dev = stageNamed('dev');
const prod = stageNamed('prod');

describe('the second origin whose pages may call', () => {
  test.each([
    'https://dashboard.example',
    'https://dashboard.example:8443',
    'http://localhost:4173',
    'http://127.0.0.1:5173',
  ])('has the values of the context: %s', (origin) => {
    expect(configuredDashboardOrigin(origin, dev)).toBe(origin);
    expect(configuredDashboardOrigin(origin, prod)).toBe(origin);
  });

  test('is Vite’s on this machine by default on dev', () => {
    expect(configuredDashboardOrigin(undefined, dev)).toBe('http://localhost:5173');
  });

  test('does not exist by default on prod', () => {
    expect(configuredDashboardOrigin(undefined, prod)).toBeUndefined();
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
    ['https://dashboard.example'],
    42,
    null,
  ])('is refused where a browser would send no such origin, or not safely: %j', (context) => {
    const attempt = () => configuredDashboardOrigin(context, prod);
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow('use -c dashboardOrigin=https://dashboard.example');
  });
});
