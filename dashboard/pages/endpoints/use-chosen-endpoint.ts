import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Endpoint } from '../../api/api.ts';
import { chosenEndpoint } from './choice.ts';

/** The endpoint that the page's address names, and a way to choose another. */
export function useChosenEndpoint(
  endpoints: readonly Endpoint[],
): [chosen: Endpoint | undefined, choose: (place: Pick<Endpoint, 'chain'> & Partial<Endpoint>) => void] {
  const wanted = useSearch({ from: '/signed-in/endpoints' });
  const navigate = useNavigate();
  const choose = ({ chain, network }: Pick<Endpoint, 'chain'> & Partial<Endpoint>) =>
    void navigate({ to: '/endpoints', search: { chain, network }, replace: true, resetScroll: false });
  return [chosenEndpoint(endpoints, wanted), choose];
}
