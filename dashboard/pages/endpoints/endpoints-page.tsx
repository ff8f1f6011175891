import { useAccount } from '../../api/account.ts';
import { useEndpoints } from '../../api/endpoints.ts';
import { EmptyState } from '../../components/empty.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { ContactSupport } from '../../components/support-link.tsx';
import { chosenEndpoint, useEndpointChoice } from './endpoint-choice.ts';
import { NetworksCard } from './networks-card.tsx';
import { RequestTester } from './tester/request-tester.tsx';
import styles from './tester/tester.module.css';

const description = (
  <>
    Each network has its own URL. Send JSON-RPC 2.0 by HTTP POST, with a key’s secret in the{' '}
    <span className={styles.headerName}>X-API-KEY</span> header.
  </>
);

/** The URLs of the networks with their state, and the request tester. */
export function EndpointsPage() {
  const query = useEndpoints();
  const account = useAccount();
  const [choice, choose] = useEndpointChoice();
  const chosen = chosenEndpoint(query.data ?? [], choice);
  return (
    <Page title="Endpoints" description={description}>
      <QueryState query={query} loading={<EndpointsSkeleton />}>
        {(endpoints) =>
          chosen ? (
            <>
              <NetworksCard
                endpoints={endpoints}
                chosen={chosen}
                onChoose={({ chain, network }) => choose({ chain, network, method: choice.method })}
              />
              {account.isPending ? (
                <TesterSkeleton />
              ) : (
                <RequestTester
                  endpoints={endpoints}
                  endpoint={chosen}
                  method={choice.method}
                  onChoose={choose}
                  accountId={account.data?.accountId}
                />
              )}
            </>
          ) : (
            <EmptyState title="No endpoints yet">
              The service has no networks. <ContactSupport />
            </EmptyState>
          )
        }
      </QueryState>
    </Page>
  );
}

/** The placeholder for the URLs and the tester. */
const EndpointsSkeleton = () => (
  <>
    <Skeleton height="16.1rem" label="Loading the endpoint URLs" />
    <TesterSkeleton />
  </>
);

const TesterSkeleton = () => (
  <div className={styles.tester}>
    <Skeleton height="35.2rem" label="Loading the request tester" />
    <Skeleton height="21.3rem" label="Loading the request tester" />
  </div>
);
