import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useId, useState } from 'react';
import { QueryState, Skeleton } from '../components/query-state.tsx';
import { reloadForNewRelease } from './new-release.ts';

/**
 * A part of a page that few visits show: its code is loaded when it is shown. If it cannot be loaded, its place says why, and
 * it appears as soon as the browser is online again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let part: ComponentType<Props> | undefined;

  function LatePart(props: Props) {
    const query = useQuery({
      queryKey: ['part', useId()],
      queryFn: async () => {
        part ??= await load().catch(reloadForNewRelease);
        return part;
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    });
    return (
      <QueryState query={query} loading={<Skeleton height="20rem" />}>
        {(Loaded) => <Loaded {...props} />}
      </QueryState>
    );
  }

  return function LazyPart(props: Props) {
    const [Loaded] = useState(() => part);
    return Loaded ? <Loaded {...props} /> : <LatePart {...props} />;
  };
}
