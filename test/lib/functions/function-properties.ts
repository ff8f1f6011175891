import type { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { propertiesOf } from '../synthesis.ts';

export const arn = (id: unknown, attribute = 'Arn') => ({ 'Fn::GetAtt': [id, attribute] });

export const ownLogs = (logs: unknown) => [
  ['logs:CreateLogStream', arn(logs)],
  ['logs:PutLogEvents', arn(logs)],
];

const statement = v.strictObject({
  Effect: v.literal('Allow'),
  Action: v.union([v.string(), v.array(v.string())]),
  Resource: v.unknown(),
  Condition: v.optional(v.unknown()),
});
const policy = v.object({ PolicyDocument: v.object({ Statement: v.array(statement) }) });
const role = v.object({ Policies: v.array(policy) });

function only(template: Template, type: string, name: string) {
  const [found, ...others] = Object.values(propertiesOf(template, type, name));
  if (!found || others.length > 0) throw new Error(`there is not one ${type} ${name}`);
  return found;
}

/** The condition of a grant on secrets in Directory. */
export const ofSecrets = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['SECRET#*'] } };

/** What the function of a construct may do: every action with every resource it may be taken on, and its condition. */
export const grantsOf = (template: Template, construct: string) =>
  v.parse(role, only(template, 'AWS::IAM::Role', `${construct}Role`)).Policies.flatMap(grantsIn);

/** What a policy of its own grants to a role. */
export const grantsOfPolicy = (template: Template, name: string) =>
  grantsIn(v.parse(policy, only(template, 'AWS::IAM::Policy', name)));

const grantsIn = ({ PolicyDocument }: v.InferOutput<typeof policy>) =>
  PolicyDocument.Statement.flatMap(({ Action, Resource, Condition }) =>
    [Action]
      .flat()
      .flatMap((action) => [Resource].flat().map((resource) => [action, resource, ...(Condition ? [Condition] : [])])),
  );

/** The environment variables of the function of a construct, as they stand in the template, without that of every function. */
export function variablesOf(template: Template, construct: string): Record<string, unknown> {
  const { Variables } = only(template, 'AWS::Lambda::Function', `${construct}Function`).Environment;
  const { URL_SUFFIX: _, ...others } = Variables;
  return others;
}

/** The variables as a deployed function would find them, with something made up for what only a deployment knows. */
export const deployedVariablesOf = (template: Template, construct: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variablesOf(template, construct)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : 'https://made-up.example',
    ]),
  );
