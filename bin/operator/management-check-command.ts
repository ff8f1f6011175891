import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { GetAliasCommand, LambdaClient, paginateListVersionsByFunction } from '@aws-sdk/client-lambda';
import { createInvoke } from '../../src/release-checks/invoke-function.ts';
import type { ManagementFunctions } from '../../src/release-checks/management-checks.ts';
import { exitCodes, NotFoundError, UsageError } from '../command-errors.ts';
import type { CommandResult, Commands } from './command.ts';
import { type DeployedInstance, deployedGateway, idPrefix } from './gateway-location.ts';
import { checkManagement, type DeployedFunctions, type FailedFunction } from './management-check.ts';

/** The step after a deployment: CodeDeploy checks only what customers' calls pass. */
export const managementCheckCommands: Commands = {
  'management-check': {
    args: [],
    summary: 'after a deployment: ask each function of the management API for an answer, or say how to roll it back',
    run: async (_, { deployment }) => {
      if (!deployment) throw new UsageError('management-check is for a deployment. Name it: --stage prod.');
      return checkDeployed(deployment);
    },
  },
};

/** @throws {NotFoundError} if there is no such stack, or it has no management API */
export async function checkDeployed(deployed: DeployedInstance): Promise<CommandResult> {
  const { planIds: [plan = ''] = [] } = await deployedGateway(deployed);
  const failed = await checkManagement(await aliasesOf(deployed), plan, deployedFunctions());
  return {
    documents: failed,
    text: failed.length === 0 ? 'Every function of the management API answers.\n' : failed.map(asText).join(''),
    exitCode: failed.length === 0 ? exitCodes.done : exitCodes.failed,
  };
}

const asText = ({ check, detail, rollback }: FailedFunction): string =>
  `FAILED   ${check}: ${detail}\n         ${rollback}\n`;

/** Ends of the logical ids of aliases. */
const aliasIds: Readonly<Record<keyof ManagementFunctions, string>> = {
  api: 'ControlPlaneApi',
  publicApi: 'ControlPlanePublicApi',
  tokenAuthorizer: 'ControlPlaneTokenAuthorizer',
  keyAuthorizer: 'ControlPlaneKeyApiAuthorizer',
  keyApi: 'ControlPlaneKeyApiHandler',
  billingEvents: 'BillingEvents',
};

async function aliasesOf({ stackName, instance }: DeployedInstance) {
  const found = new Map<string, string>();
  for await (const { StackResourceSummaries = [] } of paginateListStackResources(
    { client: new CloudFormationClient() },
    { StackName: stackName },
  )) {
    for (const { ResourceType, LogicalResourceId = '', PhysicalResourceId } of StackResourceSummaries) {
      if (ResourceType === 'AWS::Lambda::Alias' && PhysicalResourceId) found.set(LogicalResourceId, PhysicalResourceId);
    }
  }
  const prefix = idPrefix(instance);
  const arnOf = (name: keyof ManagementFunctions) =>
    [...found].find(([id]) => id.startsWith(`${prefix}${aliasIds[name]}FunctionAliaslive`))?.[1];
  const required = (name: keyof ManagementFunctions): string => {
    const arn = arnOf(name);
    if (arn !== undefined) return arn;
    throw new NotFoundError(
      `The stack ${stackName} has no function ${aliasIds[name]}. Name the instance in it: --instance ID.`,
    );
  };
  return {
    api: required('api'),
    publicApi: required('publicApi'),
    tokenAuthorizer: required('tokenAuthorizer'),
    keyAuthorizer: required('keyAuthorizer'),
    keyApi: required('keyApi'),
    billingEvents: arnOf('billingEvents'),
  };
}

function deployedFunctions(): DeployedFunctions {
  const client = new LambdaClient();
  return {
    // One try each, so that a function is invoked once per check.
    invoke: createInvoke(new LambdaClient({ maxAttempts: 1 }), (ms) => AbortSignal.timeout(ms)),
    versionOf: async (FunctionName, Name) =>
      Number((await client.send(new GetAliasCommand({ FunctionName, Name }))).FunctionVersion),
    versionsOf: async (FunctionName) => {
      const versions: number[] = [];
      for await (const { Versions = [] } of paginateListVersionsByFunction({ client }, { FunctionName })) {
        versions.push(...Versions.map(({ Version }) => Number(Version)).filter(Number.isInteger));
      }
      return versions;
    },
  };
}
