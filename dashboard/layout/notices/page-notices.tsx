import { useAccount } from '../../api/account.ts';
import { useBilling } from '../../api/billing.ts';
import { useActiveKeys } from '../../api/keys.ts';
import { useNow } from '../../components/time.tsx';
import { hourMs, minuteMs } from '../../format/durations.ts';
import { AccountNotices, TrialNotice } from './account-notices.tsx';
import { useKeptHeight } from './kept-height.ts';
import { KeyNotices } from './key-notices.tsx';
import { noticeSources } from './notice-sources.ts';
import { OfflineNotice } from './offline-notice.tsx';

/** The place for notices on every page. Each has one action at most, and goes when its reason has gone. */
export function PageNotices() {
  const account = useAccount();
  const { readsKeys, readsBilling } = noticeSources(account.data, useNow(minuteMs));
  const keys = useActiveKeys({ intervalMs: minuteMs, enabled: readsKeys });
  const billing = useBilling({ staleTime: hourMs, enabled: readsBilling });
  const { ref, style } = useKeptHeight(!account.isPending && !keys.isLoading && !billing.isLoading);
  return (
    <div ref={ref} style={style}>
      <OfflineNotice />
      <AccountNotices account={account.data} />
      {readsBilling && billing.data && <TrialNotice billing={billing.data} />}
      {readsKeys && <KeyNotices keys={keys.data ?? []} />}
    </div>
  );
}
