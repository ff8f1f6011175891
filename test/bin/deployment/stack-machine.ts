/**
 * The states of a stack (CloudFormation user guide, "Understand CloudFormation stack creation events", "Continue rolling back
 * an update"; API references of RollbackStack, ContinueUpdateRollback and CancelUpdateStack): state, event, next state. An
 * event without a row is refused.
 */
export const transitions = [
  ['NONE', 'deploy', 'CREATE_IN_PROGRESS'],
  ['NONE', 'create-change-set', 'REVIEW_IN_PROGRESS'],
  ['REVIEW_IN_PROGRESS', 'deploy', 'CREATE_IN_PROGRESS'],
  ['REVIEW_IN_PROGRESS', 'delete-stack', 'DELETE_IN_PROGRESS'],
  ['DELETE_COMPLETE', 'deploy', 'CREATE_IN_PROGRESS'],
  ['CREATE_IN_PROGRESS', 'succeed', 'CREATE_COMPLETE'],
  ['CREATE_IN_PROGRESS', 'fail', 'ROLLBACK_IN_PROGRESS'],
  ['CREATE_IN_PROGRESS', 'fail without rollback', 'CREATE_FAILED'],
  ['CREATE_FAILED', 'rollback-stack', 'ROLLBACK_IN_PROGRESS'],
  ['CREATE_FAILED', 'delete-stack', 'DELETE_IN_PROGRESS'],
  ['CREATE_FAILED', 'deploy without rollback', 'UPDATE_IN_PROGRESS'],
  ['ROLLBACK_IN_PROGRESS', 'succeed', 'ROLLBACK_COMPLETE'],
  ['ROLLBACK_IN_PROGRESS', 'fail', 'ROLLBACK_FAILED'],
  ['ROLLBACK_COMPLETE', 'delete-stack', 'DELETE_IN_PROGRESS'],
  ['ROLLBACK_FAILED', 'delete-stack', 'DELETE_IN_PROGRESS'],
  ['CREATE_COMPLETE', 'deploy', 'UPDATE_IN_PROGRESS'],
  ['UPDATE_COMPLETE', 'deploy', 'UPDATE_IN_PROGRESS'],
  ['UPDATE_ROLLBACK_COMPLETE', 'deploy', 'UPDATE_IN_PROGRESS'],
  ['CREATE_COMPLETE', 'delete-stack', 'DELETE_IN_PROGRESS'],
  ['UPDATE_COMPLETE', 'delete-stack', 'DELETE_IN_PROGRESS'],
  ['UPDATE_ROLLBACK_COMPLETE', 'delete-stack', 'DELETE_IN_PROGRESS'],
  ['UPDATE_IN_PROGRESS', 'succeed', 'UPDATE_COMPLETE_CLEANUP_IN_PROGRESS'],
  ['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 'succeed', 'UPDATE_COMPLETE'],
  // What cannot be deleted after an update stays, and the update is complete all the same.
  ['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 'fail', 'UPDATE_COMPLETE'],
  ['UPDATE_IN_PROGRESS', 'fail', 'UPDATE_ROLLBACK_IN_PROGRESS'],
  ['UPDATE_IN_PROGRESS', 'cancel-update-stack', 'UPDATE_ROLLBACK_IN_PROGRESS'],
  ['UPDATE_IN_PROGRESS', 'fail without rollback', 'UPDATE_FAILED'],
  ['UPDATE_FAILED', 'rollback-stack', 'UPDATE_ROLLBACK_IN_PROGRESS'],
  ['UPDATE_FAILED', 'deploy without rollback', 'UPDATE_IN_PROGRESS'],
  ['UPDATE_ROLLBACK_IN_PROGRESS', 'succeed', 'UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS'],
  ['UPDATE_ROLLBACK_IN_PROGRESS', 'fail', 'UPDATE_ROLLBACK_FAILED'],
  ['UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS', 'succeed', 'UPDATE_ROLLBACK_COMPLETE'],
  ['UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS', 'fail', 'UPDATE_ROLLBACK_COMPLETE'],
  ['UPDATE_ROLLBACK_FAILED', 'continue-update-rollback', 'UPDATE_ROLLBACK_IN_PROGRESS'],
  ['UPDATE_ROLLBACK_FAILED', 'delete-stack', 'DELETE_IN_PROGRESS'],
  ['DELETE_IN_PROGRESS', 'succeed', 'DELETE_COMPLETE'],
  ['DELETE_IN_PROGRESS', 'fail', 'DELETE_FAILED'],
  ['DELETE_FAILED', 'delete-stack', 'DELETE_IN_PROGRESS'],
] as const;

export type StackState = (typeof transitions)[number][0];
export type StackEvent = (typeof transitions)[number][1];

/** Why an alias cannot move. A rollback moves it again, and fails while the reason lasts. */
export type AliasTrouble = 'alarm is on' | 'alias was moved' | 'other deployment runs' | 'check is silent';

/** A stack with protection and an alias that CodeDeploy moves. Its commands are those of the AWS CLI. */
export class StackMachine {
  state: StackState;
  trouble: AliasTrouble | undefined;
  isProtected: boolean;

  constructor(
    state: StackState,
    { trouble, isProtected = true }: { trouble?: AliasTrouble; isProtected?: boolean } = {},
  ) {
    this.state = state;
    this.trouble = trouble;
    this.isProtected = isProtected;
  }

  /** @throws for an event that CloudFormation refuses in this state */
  send(event: StackEvent): void {
    if (event === 'delete-stack' && this.isProtected) throw new Error('the stack is protected');
    const row = transitions.find(([state, each]) => state === this.state && each === event);
    if (!row) throw new Error(`${event} is refused in ${this.state}`);
    this.state = row[2];
  }

  /** What is in progress ends: well, unless the alias cannot move. */
  settle(): void {
    while (this.state.endsWith('_IN_PROGRESS') && this.state !== 'REVIEW_IN_PROGRESS') {
      const movesAliases = this.state === 'UPDATE_IN_PROGRESS' || this.state === 'UPDATE_ROLLBACK_IN_PROGRESS';
      // CodeDeploy waits for the check's report for an hour.
      if (movesAliases && this.trouble === 'check is silent') return;
      this.send(movesAliases && this.trouble ? 'fail' : 'succeed');
    }
  }

  /** A command of the operator beside those of CloudFormation. @throws for one that would not help */
  repair(command: string): void {
    const repairs: Readonly<Record<string, readonly (AliasTrouble | undefined)[]>> = {
      'lambda update-alias': ['alias was moved'],
      'deploy stop-deployment': ['other deployment runs', 'check is silent'],
      'deploy update-deployment-group': ['alarm is on', undefined],
      'cloudwatch describe-alarms': ['alarm is on'],
    };
    if (!repairs[command]?.includes(this.trouble)) throw new Error(`${command} does not help if ${this.trouble}`);
    const wasSilent = this.trouble === 'check is silent';
    this.trouble = undefined;
    if (wasSilent) this.send('fail');
  }
}
