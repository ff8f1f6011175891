import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { HistorySearch } from './search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The details were opened from the list, which is one step back. */
    isOpenedFromList?: boolean;
  }
}

/** What the page's address says, and the ways to change it; each step that the user takes can be gone back. */
export function useHistorySearch() {
  const search = useSearch({ from: '/signed-in/history' });
  const navigate = useNavigate();
  const { history } = useRouter();
  const isOpenedFromList = useLocation({ select: ({ state }) => state.isOpenedFromList === true });
  const change = (changed: Partial<HistorySearch>, options: { readonly replace?: boolean } = {}) =>
    void navigate({ to: '/history', search: { ...search, ...changed }, resetScroll: false, ...options });
  return {
    search,
    /** Another key or filter: the details of what was listed so far close. */
    choose: (changed: Partial<HistorySearch>) => change({ ...changed, request: undefined }),
    /** Puts the key into the address that the page chose by itself. */
    pinKey: (key: string) => change({ key }, { replace: true }),
    /** Opens the details of a request, of this key or another. */
    open: (request: string, key: string) => change({ request, key }, { replace: search.request !== undefined }),
    close: () => (isOpenedFromList ? history.back() : change({ request: undefined }, { replace: true })),
  };
}
