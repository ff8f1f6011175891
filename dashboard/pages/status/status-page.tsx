import { useRouteContext } from '@tanstack/react-router';
import { useNetworks } from '../../api/networks.ts';
import { Badge } from '../../components/badge.tsx';
import { LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { summarizeNetworks } from '../../format/network-states.ts';
import { NetworkCard } from './network-card.tsx';
import styles from './status.module.css';

/** The state of every network and its nodes. It refreshes by itself. The API shows it only to customers. */
export function StatusPage() {
  const isSignedIn = useRouteContext({ from: '__root__', select: (context) => context.isSignedIn });
  return (
    <Page title="Status" description="The networks and their nodes, as the gateway checks them once a minute.">
      {isSignedIn ? (
        <NetworkList />
      ) : (
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

function NetworkList() {
  return (
    <QueryState query={useNetworks()} loading={<Skeleton height="24rem" label="Loading the status" />}>
      {(networks) =>
        networks.length === 0 ? (
          <EmptyState title="There are no networks">The operator has not set up any network yet.</EmptyState>
        ) : (
          <>
            <p className={styles.overall} role="status">
              <Badge tone={summarizeNetworks(networks).tone}>{summarizeNetworks(networks).label}</Badge>
            </p>
            {networks.map((network) => (
              <NetworkCard key={network.network} network={network} />
            ))}
          </>
        )
      }
    </QueryState>
  );
}
