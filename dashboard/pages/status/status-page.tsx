import { useRouteContext } from '@tanstack/react-router';
import { useNetworks } from '../../api/networks.ts';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { Page } from '../../components/page.tsx';
import { isDecided, QueryState, Skeleton } from '../../components/query-state.tsx';
import { useHasStatusFile } from '../../service.ts';
import { NetworkStates } from './network-card.tsx';
import { PublicStatus } from './public-status.tsx';

/**
 * The state of every network and its nodes. It refreshes by itself. Customers see what the API says now; everybody sees the
 * status file, unless the operator has switched it off.
 */
export function StatusPage() {
  const isSignedIn = useRouteContext({ from: '__root__', select: (context) => context.isSignedIn });
  const isPublic = useHasStatusFile();
  return (
    <Page title="Status" description="The networks and their nodes, as the gateway checks them once a minute.">
      {isSignedIn && <CustomersStatus isPublic={isPublic} />}
      {!isSignedIn && isPublic && <PublicStatus showsState />}
      {!isSignedIn && !isPublic && (
        <EmptyState
          title="The status is for customers"
          action={
            <LinkButton to="/sign-in" search={{ next: '/status' }}>
              Sign in
            </LinkButton>
          }
        >
          Sign in to see the state of the networks and their nodes.
        </EmptyState>
      )}
    </Page>
  );
}

function CustomersStatus({ isPublic }: { readonly isPublic: boolean }) {
  const query = useNetworks();
  return (
    <>
      <QueryState query={query} loading={<Skeleton height="100dvh" label="Loading the status" />}>
        {(networks) =>
          networks.length === 0 ? (
            <EmptyState title="There are no networks">The operator has not set up any network yet.</EmptyState>
          ) : (
            <NetworkStates networks={networks} />
          )
        }
      </QueryState>
      {/* Not before the states, which are lower than their placeholder. */}
      {isPublic && isDecided(query) && <PublicStatus showsState={false} />}
    </>
  );
}
