import type { Account } from '../../api/api.ts';
import { AccountNotices } from './account-notices.tsx';
import { KeyNotices } from './key-notices.tsx';
import { OfflineNotice } from './offline-notice.tsx';

/** The place for notices on every page. Each has one action at most, and goes when its reason has gone. */
export const PageNotices = ({ account }: { readonly account: Account | undefined }) => (
  <>
    <OfflineNotice />
    <AccountNotices account={account} />
    {account?.plan && <KeyNotices />}
  </>
);
