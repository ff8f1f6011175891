/** What a state of a stack means for the next deployment. */
type StackAdvice = {
  /** Whether `npm run deploy` goes on from here. */
  readonly deployable: boolean;
  readonly meaning: string;
  readonly nextStep: string;
};

const deploy = 'Deploy as usual.';
const events = 'See the events of the stack in CloudFormation.';
const page = (section: string): string => `docs/stuck-deployments.md#${section}`;
const run = (command: string, section: string): string => `Run: aws cloudformation ${command} (${page(section)})`;
const wait = `Wait until it ends. If a resource hangs, see ${page('a-deployment-hangs')}.`;

type Row = readonly [deployable: boolean, meaning: string, nextStep: (stackName: string) => string];

const deleteOnly = (stackName: string): string =>
  run(`delete-stack --stack-name ${stackName}`, 'rollback_complete-and-rollback_failed');
const roll = (stackName: string): string =>
  run(`rollback-stack --stack-name ${stackName}`, 'create_failed-and-update_failed');

/** Every state of a stack that is not in progress (CloudFormation user guide, "Understand stack events and status codes"). */
const states: Readonly<Record<string, Row>> = {
  CREATE_COMPLETE: [true, 'the first deployment succeeded.', () => deploy],
  UPDATE_COMPLETE: [true, 'the last deployment succeeded.', () => deploy],
  UPDATE_ROLLBACK_COMPLETE: [
    true,
    'the last deployment failed, and the one before serves.',
    () => `Find the cause (${page('update_rollback_complete')}), and deploy again.`,
  ],
  IMPORT_COMPLETE: [true, 'an import succeeded.', () => deploy],
  IMPORT_ROLLBACK_COMPLETE: [true, 'an import failed, and nothing has changed.', () => deploy],
  REVIEW_IN_PROGRESS: [
    true,
    'a change set was made, and nothing was created yet.',
    () => `Deploy: the CDK makes another one (${page('review_in_progress')}).`,
  ],
  DELETE_COMPLETE: [true, 'the stack is gone.', () => 'Deploy: it will be a new stack.'],
  CREATE_FAILED: [false, 'the first deployment failed, without a rollback.', roll],
  UPDATE_FAILED: [false, 'the last deployment failed, without a rollback.', roll],
  ROLLBACK_COMPLETE: [false, 'the first deployment failed, so the stack can only be deleted.', deleteOnly],
  ROLLBACK_FAILED: [
    false,
    'the first deployment failed, and so did its rollback. The stack can only be deleted.',
    deleteOnly,
  ],
  UPDATE_ROLLBACK_FAILED: [
    false,
    'the last deployment failed, and so did its rollback. What it had changed is partly in place.',
    (stackName) => run(`continue-update-rollback --stack-name ${stackName}`, 'update_rollback_failed'),
  ],
  DELETE_FAILED: [
    false,
    'the stack is deleted in part.',
    (stackName) => run(`delete-stack --stack-name ${stackName}`, 'delete_failed'),
  ],
  IMPORT_ROLLBACK_FAILED: [false, 'an import failed, and so did its rollback.', () => events],
};

/** The states that end, and from which the next step is a command of the operator. */
export const finalStates = Object.keys(states);

const unknown: Row = [false, 'a state that this version does not know.', () => events];
const inProgress: Row = [false, 'CloudFormation is at work.', () => wait];

export function stackAdvice(status: string, stackName: string): StackAdvice {
  const otherwise = status.endsWith('_IN_PROGRESS') ? inProgress : unknown;
  const [deployable, meaning, nextStep] = (Object.hasOwn(states, status) ? states[status] : undefined) ?? otherwise;
  return { deployable, meaning, nextStep: nextStep(stackName) };
}
