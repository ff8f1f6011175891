import { useEndpoints } from '../../api/endpoints.ts';
import { Empty } from '../../components/empty.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Addresses } from './addresses.tsx';
import { EndpointsSkeleton } from './endpoints-skeleton.tsx';
import { RequestTester } from './tester/request-tester.tsx';
import { useChosenEndpoint } from './use-chosen-endpoint.ts';

const description = 'One address for each network. Send JSON-RPC 2.0 by HTTP POST, with a key in the header X-API-KEY.';

/** The addresses of the service, and a way to try them. */
export function EndpointsPage() {
  const query = useEndpoints();
  const [chosen, choose] = useChosenEndpoint(query.data ?? []);
  return (
    <Page title="Endpoints" description={description}>
      <QueryState query={query} loading={<EndpointsSkeleton />}>
        {(endpoints) =>
          chosen ? (
            <>
              <Addresses endpoints={endpoints} chosen={chosen} onChoose={choose} />
              <RequestTester endpoint={chosen} />
            </>
          ) : (
            <Empty title="No endpoints yet">This deployment offers no network. Ask your operator.</Empty>
          )
        }
      </QueryState>
    </Page>
  );
}
