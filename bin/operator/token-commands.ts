import { findAccount } from '../../src/directory/directory-reads.ts';
import { type AccountToken, listTokens } from '../../src/directory/token-items.ts';
import { toTokenView } from '../../src/management-api/schemas/token-schema.ts';
import { revokeToken } from '../../src/tokens/change-token.ts';
import type { CommandResult, Commands } from './command.ts';
import { findAccountId } from './find-account.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { asText } from './print-rows.ts';

/** Account tokens, for customers whose token was stolen. Only customers create them. */
export const tokenCommands: Commands = {
  'accounts tokens': {
    args: ['ACCOUNT'],
    needsPlans: false,
    summary: 'list the account tokens of an account that are not revoked',
    run: async ([idOrEmail = ''], { openGateway }) => {
      const gateway = await openGateway();
      const { accountId } = await findAccount(gateway.directory, await findAccountId(gateway, idOrEmail));
      return showTokens(gateway, await listTokens(gateway.directory, accountId));
    },
  },
  'accounts revoke-token': {
    args: ['ACCOUNT', 'TOKEN'],
    needsPlans: false,
    summary: 'revoke an account token (its id) permanently, from its next request',
    run: async ([idOrEmail = '', tokenId = ''], { openGateway }) => {
      const gateway = await openGateway();
      const accountId = await findAccountId(gateway, idOrEmail);
      return showTokens(gateway, [await revokeToken(gateway, { accountId, origin: gateway.origin }, tokenId)]);
    },
  },
};

function showTokens({ clock }: OperatorGateway, tokens: readonly AccountToken[]): CommandResult {
  const documents = tokens.map((token) => toTokenView(token, clock()));
  const rows = documents.map(({ permissions, firstCharacters, tokenId, ...token }) => ({
    token: tokenId,
    ...token,
    permissions: permissions.join(', '),
    begins: firstCharacters,
  }));
  return { documents, text: asText(rows) };
}
