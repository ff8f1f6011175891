import { showHiddenCharacters } from '../../src/schema.ts';
import { createCli, defaultRegion } from '../aws-cli.ts';
import { UsageError } from '../command-errors.ts';
import { type DeploymentState, readDeployment } from '../deployment/read-deployment.ts';
import { createAsk } from '../preflight/aws-call.ts';
import type { Commands } from './command.ts';

export const deploymentCommands: Commands = {
  deployment: {
    args: [],
    summary: 'print the state of the last deployment: the stack, what failed, releases, and the next step',
    run: async (_, { deployment }) => {
      if (!deployment) throw new UsageError('deployment is about a deployed stack. Name it: --stage prod.');
      const cli = createCli(undefined);
      const state = await readDeployment(createAsk(cli, await defaultRegion(cli)), deployment.stackName);
      return { documents: [state], text: asText(state) };
    },
  },
};

const asText = ({
  stackName,
  status,
  meaning,
  nextStep,
  failures,
  releases,
  releasesUnknown,
}: DeploymentState): string =>
  [
    `${stackName}: ${status ?? 'none'}: ${meaning}`,
    ...failures.map(({ resource, type, reason }) => `failed   ${resource} (${type}): ${reason}`),
    ...releases.map(
      ({ id, group, status: of, code, readOn }) =>
        `release  ${id} of ${group}: ${of}${code === null ? '' : `, ${code}`}. ${readOn}`,
    ),
    ...(releasesUnknown === null ? [] : [`release  not known: ${releasesUnknown}`]),
    `next     ${nextStep}`,
  ]
    .map((line) => `${showHiddenCharacters(line)}\n`)
    .join('');
