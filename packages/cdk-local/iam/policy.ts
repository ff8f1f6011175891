import * as v from 'valibot';
import { actionPattern, resourcePattern, type TextMatcher, textPattern } from '../wildcards.ts';

/** A policy has an element that the gate cannot evaluate. Ignoring it could give a wrong decision. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
  readonly code = 'unsupported_policy';

  constructor(owner: string, what: string) {
    super(`The policy of ${owner} cannot be checked locally: ${what}`);
  }
}

/** A compiled statement of a policy. */
export type Statement = {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly TextMatcher[];
  readonly resources: readonly TextMatcher[];
  /** The partition keys of items of DynamoDB that it is about. Default: all. */
  readonly leadingKeys?: readonly TextMatcher[];
};

const oneOrMore = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => (typeof value === 'string' ? [value] : value)),
);

const statement = v.object({ Effect: v.picklist(['Allow', 'Deny']), Action: oneOrMore, Resource: oneOrMore });

const fields = v.record(v.string(), v.unknown());

const policyDocument = v.object({
  Statement: v.pipe(
    v.union([v.array(fields), fields]),
    v.transform((value) => (Array.isArray(value) ? value : [value])),
  ),
});

const supported = new Set(['Sid', 'Effect', 'Action', 'Resource', 'Condition']);

/** Only calls of a function's code have this key, and only they pass the gate. */
const isCalledByCode = v.strictObject({ Null: v.strictObject({ 'lambda:SourceFunctionArn': v.literal('false') }) });

/** "Using IAM policy conditions for fine-grained access control", DynamoDB Developer Guide. */
const isAboutItems = v.strictObject({
  'ForAllValues:StringLike': v.strictObject({ 'dynamodb:LeadingKeys': oneOrMore }),
});

/** A statement about keys of KMS alone. Nothing is encrypted with them locally, so that nobody needs its permissions. */
const isAboutKeys = ({ Action }: Readonly<Record<string, unknown>>): boolean => {
  const actions = v.safeParse(oneOrMore, Action);
  return actions.success && actions.output.every((action) => action.startsWith('kms:'));
};

function statementOf(value: Readonly<Record<string, unknown>>, owner: string): Statement {
  const unsupported = Object.keys(value).find((key) => !supported.has(key));
  if (unsupported !== undefined) throw new PolicyError(owner, `${unsupported} is not supported`);
  const aboutItems = v.safeParse(isAboutItems, value.Condition);
  if (value.Condition !== undefined && !aboutItems.success && !v.is(isCalledByCode, value.Condition)) {
    throw new PolicyError(owner, `the Condition ${JSON.stringify(value.Condition)} is not supported`);
  }
  const parsed = v.safeParse(statement, value);
  if (!parsed.success) throw new PolicyError(owner, `${v.getDotPath(parsed.issues[0])}: ${parsed.issues[0].message}`);
  const { Effect, Action, Resource } = parsed.output;
  const variable = Resource.find((resource) => resource.includes('${'));
  if (variable !== undefined) throw new PolicyError(owner, `the policy variable in ${variable} is not supported`);
  const compiled = { effect: Effect, actions: Action.map(actionPattern), resources: Resource.map(resourcePattern) };
  if (!aboutItems.success) return compiled;
  const keys = aboutItems.output['ForAllValues:StringLike']['dynamodb:LeadingKeys'];
  return { ...compiled, leadingKeys: keys.map(textPattern) };
}

/**
 * The statements of a policy document, without those about keys of KMS. `owner` names it in errors.
 * @throws {PolicyError} for conditions other than partition keys and that the code of a function calls, and for NotAction, NotResource, policy variables and other elements that are not
 * evaluated
 */
export function statementsOf(document: unknown, owner: string): readonly Statement[] {
  const parsed = v.safeParse(policyDocument, document);
  if (!parsed.success) throw new PolicyError(owner, parsed.issues[0].message);
  return parsed.output.Statement.filter((value) => !isAboutKeys(value)).map((value) => statementOf(value, owner));
}

/** The decision of a role's policies on an action and a resource. */
export type Decision = 'allowed' | 'implicit_deny' | 'explicit_deny';

/** @param leadingKey the partition key of an item of DynamoDB */
export type Decide = (action: string, resource: string, leadingKey?: string) => Decision;

/** A request for one item has its partition key. One for several is not understood so far: no condition on keys allows it. */
const speaksOf = (
  { actions, resources, leadingKeys }: Statement,
  action: string,
  resource: string,
  leadingKey: string | undefined,
): boolean =>
  actions.some((matches) => matches(action)) &&
  resources.some((matches) => matches(resource)) &&
  (leadingKeys === undefined || (leadingKey !== undefined && leadingKeys.some((matches) => matches(leadingKey))));

/**
 * Evaluates identity-based policies: an applicable Deny wins, then an Allow; without either the action is denied
 * (IAM User Guide, "Policy evaluation logic").
 */
export function decide(
  statements: readonly Statement[],
  action: string,
  resource: string,
  leadingKey?: string,
): Decision {
  const applying = statements.filter((statement) => speaksOf(statement, action, resource, leadingKey));
  if (applying.some(({ effect }) => effect === 'Deny')) return 'explicit_deny';
  return applying.length > 0 ? 'allowed' : 'implicit_deny';
}

/** {@link decide} with a cache, because a function needs the same few permissions on every request. */
export function createDecider(statements: readonly Statement[]): Decide {
  const known = new Map<string, Decision>();
  return (action, resource, leadingKey) => {
    if (leadingKey !== undefined && statements.some(({ leadingKeys }) => leadingKeys)) {
      return decide(statements, action, resource, leadingKey);
    }
    const question = `${action} ${resource}`;
    const answer = known.get(question) ?? decide(statements, action, resource);
    known.set(question, answer);
    return answer;
  };
}
