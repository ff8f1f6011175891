import type { Answer } from './answers.ts';
import type { Authorizer } from './http-api.ts';
import { createJwtAuthorize, type JwtAuthorizeOptions } from './jwt-authorizer.ts';
import { createLambdaAuthorize, type LambdaAuthorizeOptions } from './lambda-authorizer.ts';
import type { AuthorizerContext, Visit } from './request-context.ts';

/** Whether a request may pass, and with what; `error` is what the access log can say. */
export type Verdict =
  | { readonly allowed: true; readonly context: AuthorizerContext }
  | { readonly allowed: false; readonly answer: Answer; readonly context: AuthorizerContext; readonly error?: string };

/** Asks an authorizer about a request. */
export type Authorize<A extends Authorizer = Authorizer> = (authorizer: A, visit: Visit) => Promise<Verdict>;

/** Asks each authorizer in its own way. */
export function createAuthorize(options: LambdaAuthorizeOptions & JwtAuthorizeOptions): Authorize {
  const askLambda = createLambdaAuthorize(options);
  const checkToken = createJwtAuthorize(options);
  return (authorizer, visit) =>
    authorizer.type === 'jwt' ? checkToken(authorizer, visit) : askLambda(authorizer, visit);
}
