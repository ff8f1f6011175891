import { portAfter } from '../../packages/cdk-local/listeners.ts';
import { OptionsError } from './options.ts';

/** The ports that are given. The others follow each other. */
export type GivenPorts = {
  readonly port?: number;
  readonly apiPort?: number | undefined;
  readonly dashboardPort?: number | undefined;
  readonly stripePort?: number | undefined;
};

/** The port of the fake Stripe: by default the next after the dashboard's. */
export const stripePortOf = (given: GivenPorts): number => Object.values(portsOf(given)).at(-1) ?? 0;

/** @throws {OptionsError} if two services would get the same port */
export function refuseSharedPorts(given: GivenPorts): void {
  const ports = Object.entries(portsOf(given)).filter(([, port]) => port !== 0);
  for (const [service, port] of ports) {
    const [other] = ports.find(([name, same]) => name !== service && same === port) ?? [];
    if (other === undefined) continue;
    throw new OptionsError(
      `Port ${port} would be that of the ${service} and of the ${other}. Give one of them another port ` +
        '(npm start -- --help; 0 picks a free one).',
    );
  }
}

/** By service, in the order in which they follow each other. */
function portsOf({
  port = 0,
  apiPort = portAfter(port),
  dashboardPort,
  stripePort,
}: GivenPorts): Record<string, number> {
  const userPool = portAfter(apiPort);
  const dashboard = dashboardPort ?? portAfter(userPool);
  return {
    'RPC API': port,
    'management API': apiPort,
    'user pool (the next after --api-port)': userPool,
    dashboard,
    'fake Stripe': stripePort ?? portAfter(dashboard),
  };
}
