import { describe, expect, test } from '@jest/globals';
import type { Runtime } from '../../../bin/start/runtime.ts';
import { welcome } from '../../../bin/start/welcome.ts';
import { settings } from '../../support/settings.ts';

const text = (changes: object, billing?: object) => {
  const runtime = {
    endpoints: { mainnet: 'http://127.0.0.1:9000', devnet: 'http://127.0.0.1:9000/devnet' },
    dynamodbUrl: 'http://127.0.0.1:9004',
    apiUrl: 'http://127.0.0.1:9001',
    userPool: { url: 'http://127.0.0.1:9002', id: 'us-east-1_users', clientId: 'client' },
    dashboardUrl: 'http://127.0.0.1:9003',
    demoKey: 'slc_1',
    nodeNotes: ['mainnet: a local chain node'],
    billing,
    settings: { ...settings, ...changes },
  } as unknown as Runtime;
  return welcome(runtime, { metricsUrl: 'http://127.0.0.1:9005', seconds: 1, exposedAddresses: [] });
};

describe('the commands that npm start suggests', () => {
  test('sign up with an address that the settings allow', () => {
    expect(text({ signUp: 'open' })).toMatch(/sign-up .*"email":"you@example.com"/);
    expect(text({ signUp: { emailDomains: ['acme.example', 'b.example'] } })).toMatch(
      /sign-up .*"email":"you@acme.example"/,
    );
  });

  test('create an account as the operator if sign-up is closed', () => {
    const closed = text({ signUp: 'closed' });
    expect(closed).toContain('npm run sluice -- accounts create you@example.com --port 9000');
    expect(closed).not.toContain('/v1/sign-up');
  });

  test('name the fake Stripe and the plans for sale, only if it runs', () => {
    expect(text({})).not.toContain('Stripe');
    const withFake = text({}, { url: 'http://127.0.0.1:9006', controlUrl: 'http://127.0.0.1:9006/_control' });
    expect(withFake).toMatch(/\n {2}fake Stripe +http:\/\/127\.0\.0\.1:9006\/_control\n/);
    expect(withFake).toContain('No money moves. Plans for sale: developer, business, scale.');
  });
});
