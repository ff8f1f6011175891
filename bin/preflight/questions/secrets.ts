import * as v from 'valibot';
import { awsCalls } from '../aws-calls.ts';
import { ok, toDo } from '../finding.ts';
import type { AskedStack, Question, Topic } from '../question.ts';
import { textOf } from '../template.ts';

const one = v.union([v.string(), v.record(v.string(), v.unknown())]);
const statement = v.looseObject({
  Action: v.union([v.string(), v.array(v.string())]),
  Resource: v.union([one, v.array(one)]),
});
const policy = v.looseObject({ Statement: v.array(v.unknown()) });
const document = v.looseObject({ PolicyDocument: policy });
const role = v.looseObject({ Policies: v.array(document) });

/** The resources on which roles of the stack may do something. */
function grantedOn({ resources, place }: AskedStack, action: string): string[] {
  const documents = resources
    .filter(({ type }) => type.startsWith('AWS::IAM::'))
    .flatMap(({ properties }) => [
      ...(v.is(role, properties) ? properties.Policies : []),
      ...(v.is(document, properties) ? [properties] : []),
    ]);
  const granted = documents
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap((each) => (v.is(statement, each) && [each.Action].flat().includes(action) ? [each.Resource].flat() : []));
  return [...new Set(granted.map((each) => textOf(each, place)))];
}

/** The secrets of the operator: the functions may read them, and the stack does not create them. */
export const secretQuestions: Topic = (stack) =>
  grantedOn(stack, 'secretsmanager:GetSecretValue').flatMap((arn) => {
    const [, name] = /:secret:(.+)-\?{6}$/.exec(arn) ?? [];
    return name === undefined ? [] : [secretQuestion(name)];
  });

const secretQuestion = (name: string): Question => ({
  check: `secret ${name}`,
  ask: async (ask) => {
    const secret = await ask(awsCalls.secret, { 'secret-id': name });
    if (!secret)
      return toDo('Secrets Manager does not have it.', `Run: aws secretsmanager create-secret --name ${name} …`);
    if (secret.DeletedDate !== undefined)
      return toDo('It is going to be deleted.', `Run: aws secretsmanager restore-secret --secret-id ${name}`);
    return ok('Secrets Manager has it. Its content was not read.');
  },
});

/** The keys that encrypt secrets of the operator. */
export const secretKeyQuestions: Topic = (stack) =>
  grantedOn(stack, 'kms:Decrypt')
    .filter((arn) => /^arn:[^?]*:key\/[\w-]+$/.test(arn))
    .map((arn) => keyQuestion(`key ${arn}`, async () => arn));

/** The stack's own key, once it is deployed. It may be disabled, or going to be deleted. */
export const ownKeyQuestions: Topic = ({ stackName, resources }) =>
  resources
    .filter(({ type }) => type === 'AWS::KMS::Key')
    .map(({ logicalId }) =>
      keyQuestion("the stack's own key", async (ask) => {
        const deployed = await ask(awsCalls.stackResources, { 'stack-name': stackName });
        return deployed?.StackResourceSummaries.find(({ LogicalResourceId }) => LogicalResourceId === logicalId)
          ?.PhysicalResourceId;
      }),
    );

type FindKey = (ask: Parameters<Question['ask']>[0]) => Promise<string | undefined>;

const keyQuestion = (check: string, find: FindKey): Question => ({
  check,
  ask: async (ask) => {
    const id = await find(ask);
    if (id === undefined) return ok('The deployment creates it.');
    const state = (await ask(awsCalls.key, { 'key-id': id }))?.KeyMetadata.KeyState;
    if (state === 'Enabled') return ok('It is enabled.');
    if (state === undefined) return toDo(`KMS has no key ${id}.`, 'Correct kmsKeyArn, or create the key.');
    const action = state === 'PendingDeletion' ? 'cancel-key-deletion' : 'enable-key';
    return toDo(`It is ${state}: what it encrypts cannot be read.`, `Run: aws kms ${action} --key-id ${id}`);
  },
});
