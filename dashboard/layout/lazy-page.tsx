import { useQuery } from '@tanstack/react-query';
import type { RouteComponent } from '@tanstack/react-router';
import { type ComponentType, useId, useState } from 'react';
import { ErrorNotice, Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { Skeleton } from '../components/query-state.tsx';
import { reloadForNewRelease } from './new-release.ts';

type LoadPage = () => Promise<ComponentType>;

/**
 * A page or a frame whose code is loaded when it is opened. If it cannot be loaded, its place says why, and it appears as
 * soon as the browser is online again.
 */
export function lazyPage<Name extends string>(
  importModule: () => Promise<{ readonly [Key in Name]: ComponentType }>,
  name: Name,
): RouteComponent {
  let page: ComponentType | undefined;
  const load: LoadPage = async () => {
    page ??= (await importModule())[name];
    return page;
  };
  // The router waits for it before it shows the page. A failure is reported by the page itself.
  const preload = () =>
    load().then(
      () => undefined,
      () => undefined,
    );

  function LazyPage() {
    const [Loaded] = useState(() => page);
    return Loaded ? <Loaded /> : <LatePage load={load} />;
  }
  return Object.assign(LazyPage, { preload });
}

/** A page that could not be loaded before it was opened. */
function LatePage({ load }: { readonly load: LoadPage }) {
  const { data, error, fetchStatus, refetch } = useQuery({
    queryKey: ['page', useId()],
    queryFn: () => load().catch(reloadForNewRelease),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data) {
    const Loaded = data;
    return <Loaded />;
  }
  if (fetchStatus === 'fetching') return <Skeleton height="60vh" label="Loading the page" />;
  return (
    <Page title="This page is not loaded yet">
      {error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <Notice tone="caution" title="You are offline">
          The page will load when you reconnect.
        </Notice>
      )}
    </Page>
  );
}
