import { portAfter } from '../../packages/cdk-local/listeners.ts';
import { OptionsError } from './options.ts';

/** The ports that are given. The others follow each other. */
export type GivenPorts = {
  readonly port?: number;
  readonly apiPort?: number | undefined;
  readonly dashboardPort?: number | undefined;
  readonly stripePort?: number | undefined;
  /** Whether the fake Stripe runs. Default: true. */
  readonly billing?: boolean;
};

/** The port of the fake Stripe: by default the next after the dashboard's. */
export const stripePortOf = (given: GivenPorts): number => portsOf(given)['fake Stripe'];

/** @throws {OptionsError} if two services would get the same port */
export function refuseSharedPorts(given: GivenPorts): void {
  const { billing = true } = given;
  const isTaken = ([service, port]: [string, number]) => port !== 0 && (billing || service !== 'fake Stripe');
  const ports = Object.entries(portsOf(given)).filter(isTaken);
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
function portsOf({ port = 0, apiPort = portAfter(port), dashboardPort, stripePort }: GivenPorts) {
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
