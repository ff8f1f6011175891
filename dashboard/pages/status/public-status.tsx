import type { StatusFile } from '../../../src/status-page/status-file.ts';
import { isOld, useStatusFile } from '../../api/status-file.ts';
import { Notice } from '../../components/notice.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { AbsoluteTime, RelativeTime } from '../../components/time.tsx';
import { CallsCard } from './calls-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { NetworkStates } from './network-card.tsx';
import { PlansCard } from './plans-card.tsx';
import { ServiceCard } from './service-card.tsx';

/** What the status file says. @param showsState whether also the state now, which customers get from the API */
export function PublicStatus({ showsState }: { readonly showsState: boolean }) {
  const query = useStatusFile();
  const old = isOld({ ...query, data: query.data ?? null });
  return (
    <QueryState query={query} loading={<Skeleton height="100dvh" label="Loading the history" />}>
      {(read) =>
        read ? (
          <>
            {old && <OldNotice generatedAt={read.file.generatedAt} />}
            {showsState && <NetworkStates networks={old ? withUnknownState(read.file) : read.file.networks} />}
            <Facts file={read.file} />
          </>
        ) : (
          <Notice>The status has not been written yet. That takes a minute after the first deployment.</Notice>
        )
      }
    </QueryState>
  );
}

const OldNotice = ({ generatedAt }: { readonly generatedAt: string }) => (
  <Notice tone="caution" title="Newer figures are missing">
    These are from <AbsoluteTime at={generatedAt} />, <RelativeTime at={generatedAt} />.
  </Notice>
);

/** An old state must not be shown as the present one. */
const withUnknownState = ({ networks }: StatusFile) =>
  networks.map((network) => ({ ...network, state: 'unknown', since: null, nodes: [] }));

const Facts = ({ file }: { readonly file: StatusFile }) => (
  <>
    {file.networks.map((network) => (
      <HistoryCard key={network.network} network={network} />
    ))}
    <CallsCard networks={file.networks} />
    {file.plans.length > 0 && <PlansCard plans={file.plans} currency={file.currency} />}
    <ServiceCard file={file} />
  </>
);
