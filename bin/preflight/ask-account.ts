import type { SynthesizedStack } from './assembly.ts';
import type { Ask } from './aws-call.ts';
import { awsCalls } from './aws-calls.ts';
import { type Finding, manual, toDo, warning } from './finding.ts';
import { type AskedStack, answerQuestion, type Question } from './question.ts';
import { accountPlan } from './questions/account.ts';
import { notAsked, topicsByType } from './resource-types.ts';
import { bootstrapQuestion, stackQuestion } from './stack-questions.ts';
import type { DeployTarget } from './template.ts';

/** What preflight says of a stack. */
export type StackReport = {
  readonly stackName: string;
  readonly place: DeployTarget;
  readonly findings: readonly Finding[];
};

/**
 * Asks the account of the credentials for everything that the stack needs there.
 * @param region of the stack
 * @throws {AwsAnswerError} without valid credentials: then nothing else can be asked
 */
export async function askAccount(stack: SynthesizedStack, region: string, ask: Ask): Promise<StackReport> {
  const { stackName, account, bootstrap, warnings } = stack;
  const caller = (await ask(awsCalls.caller))?.Account ?? '';
  const place = { account: caller, region };
  if (account !== undefined && account !== caller)
    return { stackName, place, findings: [otherAccount(account, caller)] };
  const first = [
    ...(bootstrap ? [bootstrapQuestion(bootstrap, `aws://${caller}/${region}`)] : []),
    stackQuestion(stackName),
    accountPlan,
  ];
  const questions = [...first, ...questionsOf({ stackName, place, resources: stack.resources })];
  const findings = await Promise.all(questions.map((question) => answerQuestion(question, ask)));
  return { stackName, place, findings: [...findings, ...byHand(stack), ...warnings.map(fromSynthesis)] };
}

const otherAccount = (account: string, caller: string): Finding => ({
  check: 'account',
  ...toDo(
    `The stack is for the account ${account}; these are credentials of ${caller}.`,
    'Use credentials of the other account.',
  ),
});

/** Each check once: several types can have the same topic. */
function questionsOf(stack: AskedStack): Question[] {
  const types = new Set(stack.resources.map(({ type }) => type));
  const topics = Object.entries(topicsByType).flatMap(([type, some]) => (types.has(type) ? some : []));
  return [...new Set(topics)].flatMap((topic) => topic(stack));
}

const byHand = ({ resources }: SynthesizedStack): Finding[] =>
  [...new Set(resources.map(({ type }) => type))]
    .filter((type) => !Object.hasOwn(topicsByType, type) && !Object.hasOwn(notAsked, type))
    .map((type) => ({
      check: type,
      ...manual('Preflight does not know this type of resource.', 'See its quotas in the documentation of AWS.'),
    }));

/** What the template cannot show, such as public nodes, is a warning of the synthesis. */
const fromSynthesis = (text: string): Finding => {
  const [, found = text, action = 'See docs/settings.md.'] = /^(.*?[.!]) (.+)$/s.exec(text) ?? [];
  return { check: 'synthesis', ...warning(found, action) };
};
