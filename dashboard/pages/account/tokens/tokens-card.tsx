import { useState } from 'react';
import { type AccountToken, useTokens } from '../../../api/tokens.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { QueryState, Skeleton } from '../../../components/query-state.tsx';
import { DateOf, RelativeTime } from '../../../components/time.tsx';
import styles from '../account.module.css';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { RenameTokenDialog } from './rename-token-dialog.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { permissionsText } from './token-text.ts';

type TokenAction = { readonly task: 'create' } | { readonly task: 'rename' | 'revoke'; readonly token: AccountToken };

/** The account tokens, and the ways to create, rename and revoke them. */
export function TokensCard() {
  const [action, setAction] = useState<TokenAction>();
  const close = () => setAction(undefined);
  return (
    <Card
      title="Account tokens"
      description="With a token, a program uses the management API: it reads, or manages keys. It never reaches your account, plan, payments or password."
      actions={<Button onPress={() => setAction({ task: 'create' })}>Create token</Button>}
    >
      <QueryState query={useTokens()} loading={<Skeleton height="3rem" label="Loading tokens" />}>
        {(tokens) => <TokenList tokens={tokens} onAction={setAction} />}
      </QueryState>
      {action?.task === 'create' && <CreateTokenDialog onClose={close} />}
      {action?.task === 'rename' && <RenameTokenDialog token={action.token} onClose={close} />}
      {action?.task === 'revoke' && <RevokeTokenDialog token={action.token} onClose={close} />}
    </Card>
  );
}

type TokenListProps = { readonly tokens: readonly AccountToken[]; readonly onAction: (action: TokenAction) => void };

const TokenList = ({ tokens, onAction }: TokenListProps) =>
  tokens.length === 0 ? (
    <p className={styles.when}>No tokens yet.</p>
  ) : (
    <ul className={styles.tokens}>
      {tokens.map((token) => (
        <li key={token.tokenId}>
          <div>
            <strong>{token.name}</strong> <code>{token.firstCharacters}…</code>{' '}
            {token.state === 'expired' && <Badge tone="caution">Expired</Badge>}
            {token.leakReportedAt && <Badge tone="bad">Reported as leaked</Badge>}
            <p className={styles.when}>
              {permissionsText(token.permissions)} · <TokenTimes token={token} />
            </p>
          </div>
          <div className={styles.row}>
            <Button onPress={() => onAction({ task: 'rename', token })} aria-label={`Rename ${token.name}`}>
              Rename
            </Button>
            <Button onPress={() => onAction({ task: 'revoke', token })} aria-label={`Revoke ${token.name}`}>
              Revoke
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );

const TokenTimes = ({ token: { lastUsedAt, expiresAt, state } }: { readonly token: AccountToken }) => (
  <>
    {lastUsedAt === null ? (
      'never used'
    ) : (
      <>
        used <RelativeTime at={lastUsedAt} />
      </>
    )}
    {' · '}
    {expiresAt === null ? (
      'does not expire'
    ) : (
      <>
        {state === 'expired' ? 'expired' : 'expires'} <DateOf at={expiresAt} />
      </>
    )}
  </>
);
