import { useAccount } from '../../api/account.ts';
import { useActiveKeys } from '../../api/keys.ts';
import { AccountNotices } from './account-notices.tsx';
import { useKeptHeight } from './kept-height.ts';
import { KeyNotices } from './key-notices.tsx';
import { OfflineNotice } from './offline-notice.tsx';

const intervalMs = 60_000;

/** The place for notices on every page. Each has one action at most, and goes when its reason has gone. */
export function PageNotices() {
  const account = useAccount();
  const keys = useActiveKeys({ intervalMs });
  const { ref, style } = useKeptHeight(!account.isPending && !keys.isPending);
  return (
    <div ref={ref} style={style}>
      <OfflineNotice />
      <AccountNotices account={account.data} />
      {account.data?.plan && <KeyNotices keys={keys.data ?? []} />}
    </div>
  );
}
