import { type Ask, AwsAnswerError } from '../preflight/aws-call.ts';
import { endingSection } from './code-deploy-endings.ts';
import { deploymentCalls as calls } from './deployment-calls.ts';
import { stackAdvice } from './stack-states.ts';

/** The state of a stack's last deployment, and the next step. */
export type DeploymentState = {
  readonly stackName: string;
  /** Null if there is no stack. */
  readonly status: string | null;
  readonly meaning: string;
  readonly nextStep: string;
  /** The resources that failed in the last operation, the cause first. */
  readonly failures: readonly { readonly resource: string; readonly type: string; readonly reason: string }[];
  /** The releases of CodeDeploy that run, or that ended the last operation. */
  readonly releases: readonly {
    readonly id: string;
    readonly group: string;
    readonly status: string;
    readonly code: string | null;
    readonly readOn: string;
  }[];
  /** Why the releases are not known; null if they are. */
  readonly releasesUnknown: string | null;
};

export async function readDeployment(ask: Ask, stackName: string): Promise<DeploymentState> {
  const stack = (await ask(calls.stacks, { 'stack-name': stackName }))?.Stacks[0];
  if (!stack)
    return { stackName, status: null, meaning: 'there is no stack.', nextStep: 'Deploy.', failures: [], ...noReleases };
  const { meaning, nextStep } = stackAdvice(stack.StackStatus, stackName);
  const [failures, releases] = await Promise.all([readFailures(ask, stackName), knownReleases(ask, stackName)]);
  return { stackName, status: stack.StackStatus, meaning, nextStep, failures, ...releases };
}

type Releases = Pick<DeploymentState, 'releases' | 'releasesUnknown'>;

const noReleases: Releases = { releases: [], releasesUnknown: null };

/** Credentials that may not ask CodeDeploy still get the state of the stack. */
async function knownReleases(ask: Ask, stackName: string): Promise<Releases> {
  try {
    return { releases: await readReleases(ask, stackName), releasesUnknown: null };
  } catch (error) {
    if (!(error instanceof AwsAnswerError)) throw error;
    return { releases: [], releasesUnknown: `${error.code}: ${error.message}` };
  }
}

/** A resource that is cancelled because another one failed is not a cause. */
const follows = /resource (creation|update|deletion) cancelled/i;

async function readFailures(ask: Ask, stackName: string): Promise<DeploymentState['failures']> {
  const events = (await ask(calls.events, { 'stack-name': stackName }))?.StackEvents ?? [];
  // An operation begins with an event of the stack itself.
  const begin = events.findIndex(
    ({ LogicalResourceId, ResourceStatus }) =>
      LogicalResourceId === stackName && /^(CREATE|UPDATE|DELETE)_IN_PROGRESS$/.test(ResourceStatus),
  );
  return (begin < 0 ? events : events.slice(0, begin))
    .filter(
      ({ ResourceStatus, LogicalResourceId }) => ResourceStatus.endsWith('_FAILED') && LogicalResourceId !== stackName,
    )
    .filter(({ ResourceStatusReason = '' }) => !follows.test(ResourceStatusReason))
    .map(({ LogicalResourceId: resource, ResourceType: type, ResourceStatusReason: reason = '' }) => ({
      resource,
      type,
      reason,
    }))
    .reverse();
}

/** Of a release that runs, or did not succeed. */
const shownStatuses = ['Created', 'Queued', 'InProgress', 'Ready', 'Baking', 'Failed', 'Stopped'];

async function readReleases(ask: Ask, stackName: string): Promise<DeploymentState['releases']> {
  const resources = (await ask(calls.resources, { 'stack-name': stackName }))?.StackResourceSummaries ?? [];
  const applications = resources.flatMap(({ ResourceType, ResourceStatus, PhysicalResourceId = '' }) =>
    ResourceType === 'AWS::CodeDeploy::Application' && ResourceStatus !== 'DELETE_COMPLETE' ? [PhysicalResourceId] : [],
  );
  const ofEach = await Promise.all(applications.map((application) => releasesOf(ask, application)));
  return ofEach.flat();
}

/** Of each group the newest release, unless it succeeded. */
async function releasesOf(ask: Ask, application: string): Promise<DeploymentState['releases']> {
  const groups = (await ask(calls.groups, { 'application-name': application }))?.deploymentGroups ?? [];
  const found = await Promise.all(
    groups.map(async (group) => {
      const parameters = { 'application-name': application, 'deployment-group-name': group };
      const [id] = (await ask(calls.deployments, { ...parameters, 'max-items': '1' }))?.deployments ?? [];
      return id === undefined ? [] : [await describe(ask, id)];
    }),
  );
  return found.flat().filter(({ status }) => shownStatuses.includes(status));
}

async function describe(ask: Ask, id: string): Promise<DeploymentState['releases'][number]> {
  const info = (await ask(calls.deployment, { 'deployment-id': id }))?.deploymentInfo;
  const code = info?.errorInformation?.code ?? null;
  return {
    id,
    group: info?.deploymentGroupName ?? '',
    status: info?.status ?? '',
    code,
    readOn: code === null ? 'docs/stuck-deployments.md#a-deployment-hangs' : endingSection(code),
  };
}
