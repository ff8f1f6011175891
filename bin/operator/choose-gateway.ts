import { UsageError } from '../command-errors.ts';
import { type DeployedInstance, deployedGateway, type GatewayLocation, localGateway } from './gateway-location.ts';

/** The options that say which gateway a command uses. */
export type GatewayOptions = { readonly [O in 'stage' | 'stack' | 'instance' | 'port']?: string | undefined };

const defaultPort = '8545';

/**
 * Finds the gateway of a command: a deployed one, or by default the local one.
 * @throws {UsageError} for an option that is not valid; see {@link localGateway} and {@link deployedGateway}
 */
export async function locateGateway(options: GatewayOptions): Promise<GatewayLocation> {
  const deployed = deployedInstance(options);
  return deployed ? deployedGateway(deployed) : localGateway(options.port ?? defaultPort);
}

/** The stage for settings that depend on it. An instance in another stack is `prod`, as by default in the construct. */
export const stageOf = ({ stage, stack }: GatewayOptions): string => stage ?? (stack === undefined ? 'dev' : 'prod');

/** @throws {UsageError} if the options name two gateways, or an instance without its stack */
export function checkGatewayOptions({ stage, stack, instance, port }: GatewayOptions): void {
  if (stage !== undefined && port !== undefined)
    throw new UsageError('--stage selects a deployed gateway, --port a local one. Use only one of them.');
  if (stack !== undefined && port !== undefined)
    throw new UsageError('--stack selects a deployed gateway, --port a local one. Use only one of them.');
  if (stack !== undefined && stage !== undefined)
    throw new UsageError(
      '--stage and --stack name two stacks. Use --stage for a stack Sluice-NAME, --stack for others.',
    );
  if (instance !== undefined && stack === undefined)
    throw new UsageError('--instance needs the name of its stack, too: --stack NAME.');
}

/** What `--stage` or `--stack` names, whether or not it is deployed. @throws {UsageError} */
export function deployedInstance({ stage, stack, instance = '' }: GatewayOptions): DeployedInstance | undefined {
  if (stage === undefined && stack === undefined) return undefined;
  const [option, name] = stack === undefined ? ['stage', stage ?? ''] : ['stack', stack];
  if (!/^[a-zA-Z][a-zA-Z0-9-]*$/.test(name)) {
    const example = option === 'stage' ? 'prod' : 'Web-prod';
    throw new UsageError(`--${option} must be a name like ${example}, not ${name}.`);
  }
  if (!/^([\w.-]+(\/[\w.-]+)*)?$/.test(instance)) {
    throw new UsageError(`--instance must be the id of a construct like Rpc or Backend/Rpc, not ${instance}.`);
  }
  return { stackName: stack ?? `Sluice-${name}`, instance };
}
