import { expect, test } from '@jest/globals';
import { OptionsError } from '../../../bin/start/options.ts';
import { type GivenPorts, refuseSharedPorts, stripePortOf } from '../../../bin/start/ports.ts';

test('the fake Stripe has its own port, or the next after the dashboard’s', () => {
  expect(stripePortOf({ port: 8545 })).toBe(8549);
  expect(stripePortOf({ port: 8545, apiPort: 9301, dashboardPort: 0 })).toBe(0);
  expect(stripePortOf({ port: 8545, stripePort: 4 })).toBe(4);
});

test.each<[GivenPorts, string, string]>([
  [{ port: 1, apiPort: 9301, dashboardPort: 9302 }, 'user pool (the next after --api-port)', 'dashboard'],
  [{ port: 8547, apiPort: 8546 }, 'RPC API', 'user pool'],
  [{ port: 1, stripePort: 1 }, 'RPC API', 'fake Stripe'],
])('%j is refused with the two services of one port', (given, one, other) => {
  const refuse = () => refuseSharedPorts(given);
  expect(refuse).toThrow(OptionsError);
  expect(refuse).toThrow(`of the ${one}`);
  expect(refuse).toThrow(`of the ${other}`);
});

test.each<GivenPorts>([
  {},
  { port: 8545 },
  { port: 0, apiPort: 0, dashboardPort: 0, stripePort: 0 },
  { port: 65_535 },
  { port: 4_003, apiPort: 4_000, billing: false },
])('%j gives each service its own', (given) => expect(() => refuseSharedPorts(given)).not.toThrow());
