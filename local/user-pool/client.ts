import * as v from 'valibot';
import type { Template } from '../template/template.ts';

const outputs = v.object({ UserPoolId: v.string(), UserPoolClientId: v.string() });

/** The stack's user pool and the client that users sign in through, by the stack's outputs. */
export function clientOf(template: Template): { id: string; clientId: string } {
  const { UserPoolId, UserPoolClientId } = v.parse(outputs, template.outputs);
  return { id: UserPoolId, clientId: UserPoolClientId };
}
