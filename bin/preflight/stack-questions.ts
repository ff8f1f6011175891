import { stackAdvice } from '../deployment/stack-states.ts';
import type { SynthesizedStack } from './assembly.ts';
import { awsCalls } from './aws-calls.ts';
import { ok, toDo } from './finding.ts';
import type { Question } from './question.ts';

/** Whether the stack can be deployed in its present state. */
export const stackQuestion = (stackName: string): Question => ({
  check: 'stack',
  ask: async (ask) => {
    const status = (await ask(awsCalls.stacks, { 'stack-name': stackName }))?.Stacks[0]?.StackStatus;
    if (status === undefined) return ok(`There is no stack ${stackName} yet.`);
    const { deployable, meaning, nextStep } = stackAdvice(status, stackName);
    const found = `${stackName} is in ${status}: ${meaning}`;
    return deployable ? ok(found) : toDo(found, nextStep);
  },
});

/** Whether `cdk bootstrap` ran in the account and region, with the qualifier that the stack has. */
export const bootstrapQuestion = (
  { parameter, version }: NonNullable<SynthesizedStack['bootstrap']>,
  place: string,
): Question => ({
  check: 'bootstrap',
  ask: async (ask) => {
    const present = Number((await ask(awsCalls.parameter, { name: parameter }))?.Parameter.Value ?? 0);
    const [, qualifier] = /^\/cdk-bootstrap\/(.+)\/version$/.exec(parameter) ?? [];
    const named = qualifier === undefined || qualifier === defaultQualifier ? '' : ` --qualifier ${qualifier}`;
    const action = `Run: npx cdk bootstrap ${place}${named}`;
    if (present === 0) return toDo('The CDK has not been bootstrapped in this account and region.', action);
    if (present >= version) return ok(`The CDK's bootstrap has version ${present}.`);
    return toDo(`The CDK's bootstrap has version ${present}; ${version} is the least.`, action);
  },
});

/** The CDK's own (its CLI, `--qualifier` of bootstrap). */
const defaultQualifier = 'hnb659fds';
