import { useState } from 'react';
import { accountStorage } from '../../../session/account-storage.ts';
import { addRecent, type RecentRequest, recentRequests } from './recent-requests.ts';

/** The last requests that this account sent from this browser. */
export function useRecentRequests(accountId: string | undefined) {
  const storage = accountStorage('localStorage', 'recent-requests', accountId, recentRequests);
  const [list, setList] = useState(storage.read);
  const write = (changed: RecentRequest[]) => {
    setList(changed);
    storage.write(changed);
  };
  return {
    list,
    // Another tab may have added requests since.
    add: (request: RecentRequest) => write(addRecent(storage.read(), request)),
    clear: () => write([]),
  };
}
