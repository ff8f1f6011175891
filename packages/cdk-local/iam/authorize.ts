import type { IncomingMessage } from 'node:http';
import type { Role } from './roles.ts';
import type { Permission } from './service.ts';
import { Refusal } from './service.ts';

/** Whose request it is and for which service: the credential scope of a Signature Version 4 header. */
export type Signed = { readonly accessKeyId: string; readonly region: string; readonly service: string };

/** Reads the scope, or gives undefined where the request carries none. */
export function signatureOf(request: IncomingMessage): Signed | undefined {
  const scope = /Credential=([^/,]+)\/[^/,]+\/([^/,]+)\/([^/,]+)\/aws4_request/.exec(
    request.headers.authorization ?? '',
  );
  if (!scope) return undefined;
  const [, accessKeyId = '', region = '', service = ''] = scope;
  return { accessKeyId, region, service };
}

/**
 * Asks the role's policies, and refuses in the words of AWS (IAM User Guide, "Troubleshoot access denied error
 * messages").
 * @throws {Refusal} `access_denied`
 */
export function assertAllowed(role: Role, { action, resource, shown = resource }: Permission): void {
  const decision = role.decide(action, resource);
  if (decision === 'allowed') return;
  const why =
    decision === 'explicit_deny'
      ? 'with an explicit deny in an identity-based policy'
      : `because no identity-based policy allows the ${action} action`;
  const message = `User: ${role.caller} is not authorized to perform: ${action} on resource: ${shown} ${why}`;
  throw new Refusal('access_denied', message);
}
