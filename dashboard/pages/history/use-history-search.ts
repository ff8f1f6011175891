import { type HistoryState, useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { HistorySearch } from './history-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The details were opened on this page, so going back one step closes them. */
    isOpenedHere?: boolean;
  }
}

/** The page's search parameters and functions to change them. The browser's back button undoes each step of the user. */
export function useHistorySearch() {
  const search = useSearch({ from: '/framed/signed-in/history' });
  const navigate = useNavigate();
  const { history } = useRouter();
  const isOpenedHere = useLocation({ select: ({ state }) => state.isOpenedHere === true });
  const change = (
    changed: Partial<HistorySearch>,
    options: { readonly replace?: boolean; readonly state?: HistoryState } = {},
  ) => void navigate({ to: '/history', search: { ...search, ...changed }, resetScroll: false, ...options });
  return {
    search,
    /** Changes the filter, and closes the details. */
    choose: (changed: Partial<HistorySearch>) => change({ ...changed, request: undefined }),
    /** Opens the details of a request. Switching to another one adds no history entry. */
    open: (request: string) => {
      const isOther = search.request !== undefined;
      change({ request }, { replace: isOther, state: { isOpenedHere: !isOther || isOpenedHere } });
    },
    close: () => (isOpenedHere ? history.back() : change({ request: undefined }, { replace: true })),
  };
}
