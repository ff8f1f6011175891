import * as v from 'valibot';
import { listTokens, tokenPermissions } from '../../directory/token-items.ts';
import { renameToken, revokeToken } from '../../tokens/change-token.ts';
import { createToken, maxTokens } from '../../tokens/create-token.ts';
import { changeOperation, operation } from '../operation.ts';
import { idParameter } from '../schemas/field-schemas.ts';
import { tokenSchema, toTokenView } from '../schemas/token-schema.ts';
import { passwordSchema } from '../schemas/user-schemas.ts';
import { nameBody } from './key-operations.ts';

const tokenPath = v.object({ tokenId: idParameter });

export const listAccountTokens = operation({
  id: 'listTokens',
  summary: 'List your account tokens, newest first',
  description: 'Also expired ones, which make room for new ones. Revoked tokens are not listed.',
  request: {},
  responses: { 200: v.object({ tokens: v.array(tokenSchema) }) },
  problems: [],
  handle: async (_, { account, deps }) => {
    const tokens = await listTokens(deps.directory, account.accountId);
    const at = deps.clock();
    return { status: 200, body: { tokens: tokens.map((token) => toTokenView(token, at)) } };
  },
});

const createdTokenSchema = v.object({
  token: tokenSchema,
  secret: v.pipe(
    v.nullable(v.string()),
    v.description(
      'The token that programs send. null if the status is 200: this Idempotency-Key was already used, and it cannot be ' +
        'shown again.',
    ),
  ),
});

export const createAccountToken = changeOperation({
  id: 'createToken',
  summary: 'Create an account token, with which a program uses this API',
  description:
    'Only this response contains the token. A program sends it as `Authorization: Bearer slt_…` to the paths under ' +
    `\`/by-token\`. It never reaches the account, the plan, money, passwords or tokens. An account has at most ${maxTokens}.`,
  request: {
    body: v.strictObject({
      ...nameBody,
      permissions: v.pipe(v.array(v.picklist(tokenPermissions)), v.minLength(1, 'must have at least one permission')),
      expiresInDays: v.pipe(
        v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365))),
        v.description('1 to 365; null for a token that does not expire.'),
      ),
      password: passwordSchema,
    }),
  },
  responses: { 200: createdTokenSchema, 201: createdTokenSchema },
  problems: ['invalid_token_name', 'wrong_password', 'token_limit_reached'],
  handle: async ({ body }, { change, deps }) => {
    const { name, permissions, expiresInDays: days, password } = body;
    const { token, secret } = await createToken(deps, change, { name, permissions, days }, password);
    const created = { token: toTokenView(token, deps.clock()), secret };
    return secret === null ? { status: 200, body: created } : { status: 201, body: created };
  },
});

export const renameAccountToken = changeOperation({
  id: 'renameToken',
  summary: 'Rename an account token',
  request: { path: tokenPath, body: v.strictObject(nameBody) },
  responses: { 200: tokenSchema },
  problems: ['invalid_token_name', 'token_not_found'],
  handle: async ({ path, body }, { change, deps }) => {
    const token = await renameToken(deps, change, path.tokenId, body.name);
    return { status: 200, body: toTokenView(token, deps.clock()) };
  },
});

export const revokeAccountToken = changeOperation({
  id: 'revokeToken',
  summary: 'Revoke an account token permanently',
  description: 'The token is refused from the next request. Revoking a revoked token changes nothing.',
  request: { path: tokenPath },
  responses: { 200: tokenSchema },
  problems: ['token_not_found'],
  handle: async ({ path }, { change, deps }) => {
    const token = await revokeToken(deps, change, path.tokenId);
    return { status: 200, body: toTokenView(token, deps.clock()) };
  },
});
