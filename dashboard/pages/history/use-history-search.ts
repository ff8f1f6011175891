import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { HistorySearch } from './history-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The details were opened from the list, so going back one step closes them. */
    isOpenedFromList?: boolean;
  }
}

/** The page's search parameters and functions to change them. The browser's back button undoes each step of the user. */
export function useHistorySearch() {
  const search = useSearch({ from: '/framed/signed-in/history' });
  const navigate = useNavigate();
  const { history } = useRouter();
  const isOpenedFromList = useLocation({ select: ({ state }) => state.isOpenedFromList === true });
  const change = (changed: Partial<HistorySearch>, options: { readonly replace?: boolean } = {}) =>
    void navigate({ to: '/history', search: { ...search, ...changed }, resetScroll: false, ...options });
  return {
    search,
    /** Changes the filter, and closes the details. */
    choose: (changed: Partial<HistorySearch>) => change({ ...changed, request: undefined }),
    /** Opens the details of a request. */
    open: (request: string) => change({ request }, { replace: search.request !== undefined }),
    close: () => (isOpenedFromList ? history.back() : change({ request: undefined }, { replace: true })),
  };
}
