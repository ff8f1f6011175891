import { type Ask, AwsAnswerError } from './aws-call.ts';
import type { Answer, Finding } from './finding.ts';
import type { DeployTarget, Resource } from './template.ts';

/** What is asked of the account for resources of a stack. */
export type Question = { readonly check: string; readonly ask: (ask: Ask) => Promise<Answer> };

/** A stack, and the account and region that it is deployed to. */
export type AskedStack = {
  readonly stackName: string;
  readonly place: DeployTarget;
  readonly resources: readonly Resource[];
};

/** The questions about resources of one type; none if the stack has nothing to ask about. */
export type Topic = (stack: AskedStack) => readonly Question[];

/** Asks AWS. An error is never `ok`: without the permission, or without an answer, nothing is known. */
export async function answerQuestion({ check, ask }: Question, aws: Ask): Promise<Finding> {
  try {
    return { check, ...(await ask(aws)) };
  } catch (error) {
    if (!(error instanceof AwsAnswerError)) throw error;
    return { check, status: 'unknown', ...withoutAnswer(error) };
  }
}

const withoutAnswer = (error: AwsAnswerError): Pick<Finding, 'found' | 'action'> =>
  error.isRefusal && error.permission !== null
    ? {
        found: `It could not be asked: the permission ${error.permission} is missing.`,
        action: `Allow ${error.permission} (or use an administrator's credentials), and run preflight again.`,
      }
    : { found: `It could not be asked: ${error.code}: ${error.message}`, action: 'Run preflight again.' };
