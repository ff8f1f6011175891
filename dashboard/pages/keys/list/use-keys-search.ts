import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { KeysSearch } from '../keys-search.ts';
import { searchText } from './search-text.ts';

const typingPauseMs = 200;

/** The list's search, state and sort order, which the address keeps. */
export function useKeysSearch() {
  const search = useSearch({ from: '/framed/signed-in/keys' });
  const navigate = useNavigate();
  const change = (changed: Partial<KeysSearch>) =>
    void navigate({ to: '/keys', search: { ...search, ...changed }, replace: true, resetScroll: false });
  const [text, setText] = useSearchText(search.search ?? '', (typed) => change({ search: typed || undefined }));
  return {
    text,
    setText,
    state: search.state ?? 'active',
    sort: search.sort ?? 'created',
    /** Changes the state or the order; the defaults are not in the address. */
    choose: ({ state, sort }: Pick<KeysSearch, 'state' | 'sort'>) =>
      change({
        ...(state && { state: state === 'active' ? undefined : state }),
        ...(sort && { sort: sort === 'created' ? undefined : sort }),
      }),
  };
}

/** A text that filters at once. The address gets it after a pause, and gives back another one (the back button). */
function useSearchText(inAddress: string, write: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const written = useRef(inAddress);
  const writeLatest = useRef(write);
  writeLatest.current = write;
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setText(inAddress);
  }, [inAddress]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text === written.current) return;
      written.current = text;
      writeLatest.current(text);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, (typed: string) => setText(searchText(typed))] as const;
}
