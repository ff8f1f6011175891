import type { Statement } from './policy.ts';

/** What the policies of a role say to an action on a resource. */
export type Decision = 'allowed' | 'implicit_deny' | 'explicit_deny';

const speaksOf = ({ actions, resources }: Statement, action: string, resource: string): boolean =>
  actions.some((matches) => matches(action)) && resources.some((matches) => matches(resource));

/**
 * Evaluates identity-based policies: a Deny that applies wins, then an Allow, and without either the answer is no
 * (IAM User Guide, "Policy evaluation logic").
 */
export function decide(statements: readonly Statement[], action: string, resource: string): Decision {
  const applying = statements.filter((statement) => speaksOf(statement, action, resource));
  if (applying.some(({ effect }) => effect === 'Deny')) return 'explicit_deny';
  return applying.length > 0 ? 'allowed' : 'implicit_deny';
}

/** {@link decide} that remembers its answers: a function asks for the same few things on every request. */
export function createDecider(statements: readonly Statement[]): (action: string, resource: string) => Decision {
  const known = new Map<string, Decision>();
  return (action, resource) => {
    const question = `${action} ${resource}`;
    const answer = known.get(question) ?? decide(statements, action, resource);
    known.set(question, answer);
    return answer;
  };
}
