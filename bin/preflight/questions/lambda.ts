import * as v from 'valibot';
import type { Ask } from '../aws-call.ts';
import { awsCalls } from '../aws-calls.ts';
import { ok, toDo, warning } from '../finding.ts';
import type { Topic } from '../question.ts';
import { propertiesOf } from '../template.ts';
import { askForMore, type Quota } from './quota.ts';

/** "Concurrent executions". A new account may have 10. */
const executions: Quota = { service: 'lambda', code: 'L-B99A9384', default: 1_000 };

/** Lambda leaves at least as many executions to the functions without a reservation. */
const unreserved = 100;

/** A call needs an execution of the authorizer and one of the proxy, and Lambda allows each ten requests a second. */
const callsPerExecution = 5;

const reservation = v.object({ ReservedConcurrentExecutions: v.number() });

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Whether the account has the executions that the functions reserve, and enough for a launch. */
export const executionQuestions: Topic = ({ stackName, resources }) => {
  const own = propertiesOf(resources, 'AWS::Lambda::Function', reservation);
  const reserved = sum(own.map(({ ReservedConcurrentExecutions }) => ReservedConcurrentExecutions));
  return [{ check: 'lambda concurrency', ask: (ask) => judge(ask, stackName, reserved) }];
};

async function judge(ask: Ask, stackName: string, reserved: number) {
  const { AccountLimit } = (await ask(awsCalls.lambdaAccount)) ?? { AccountLimit: newAccount };
  const quota = AccountLimit.ConcurrentExecutions;
  const found = `The account may run ${quota} executions at once, about ${quota * callsPerExecution} calls/s.`;
  const before = reserved === 0 ? 0 : await reservedBefore(ask, stackName);
  const available = AccountLimit.UnreservedConcurrentExecutions + before - unreserved;
  if (reserved > Math.max(0, available))
    return toDo(
      `${found} The functions reserve ${reserved}, and ${Math.max(0, available)} can be reserved: ${unreserved} have to stay, and ` +
        'other functions may hold some. So the deployment would fail.',
      `Lower lambdaConcurrency by ${reserved - available} or remove it until AWS has raised the quota. ` +
        askForMore(executions, quota + reserved - available),
    );
  if (quota >= executions.default) return ok(found);
  return warning(
    found,
    `${askForMore(executions, executions.default)} Until then, try it with: npm run load -- --rps ${quota}`,
  );
}

const newAccount = { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 };

/** What the functions of the deployed stack hold already. */
async function reservedBefore(ask: Ask, stackName: string): Promise<number> {
  const deployed = await ask(awsCalls.deployedTemplate, { 'stack-name': stackName, 'template-stage': 'Processed' });
  const functions = Object.values(deployed?.TemplateBody.Resources ?? {}).filter(
    ({ Type }) => Type === 'AWS::Lambda::Function',
  );
  return sum(functions.map(({ Properties }) => Number(Properties.ReservedConcurrentExecutions ?? 0)));
}
