import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { RecordedRequest } from '../../../api/api.ts';
import { rowId } from './request-row.tsx';
import { useCompactRows } from './row-height.tsx';
import { keptRows, targetRow } from './row-range.ts';

const estimatedHeight = { detailed: 61, compact: 35 };
const overscan = 6;
// The sticky heads above the list, as in request-row.module.css.
const coveredHeight = 112;

/**
 * The rows near the viewport. The focused row and the open one stay in the document wherever the page is scrolled, so
 * neither the focus nor the place to return to is lost.
 */
export function useVirtualRows(requests: readonly RecordedRequest[], openId: string | undefined) {
  const list = useRef<HTMLOListElement>(null);
  const top = usePageOffset(list);
  const isCompact = useCompactRows();
  const [focusedId, setFocusedId] = useState<string>();
  const wanted = useRef<string>(undefined);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: requests.length,
    estimateSize: () => (isCompact ? estimatedHeight.compact : estimatedHeight.detailed),
    getItemKey: (index) => requests[index]?.requestId ?? index,
    rangeExtractor: (range) => keptRows(defaultRangeExtractor(range), requests, [focusedId, openId]),
    overscan,
    scrollMargin: top,
    scrollPaddingStart: coveredHeight,
    // Scrolling renders soon enough, and React warns of synchronous renders within effects.
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    if (wanted.current !== undefined && focusRow(wanted.current)) wanted.current = undefined;
  });
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const focused = indexOfRow(event.target);
      const target = focused === undefined ? undefined : targetRow(event, focused, requests.length);
      const request = target === undefined ? undefined : requests[target];
      if (target === undefined || !request) return;
      event.preventDefault();
      wanted.current = request.requestId;
      virtualizer.scrollToIndex(target);
      setFocusedId(request.requestId);
    },
    [requests, virtualizer],
  );
  return {
    ref: list,
    rows: virtualizer.getVirtualItems().flatMap(({ index, start }) => {
      const request = requests[index];
      return request ? [{ request, index, top: start - top }] : [];
    }),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    onKeyDown,
    onFocus: ({ target }: FocusEvent) => {
      const index = indexOfRow(target);
      setFocusedId(index === undefined ? undefined : requests[index]?.requestId);
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      // Without a related target the window lost the focus, and returns it to the same row.
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setFocusedId(undefined);
    },
  };
}

function indexOfRow(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset.index) : undefined;
}

function focusRow(requestId: string): boolean {
  const row = document.getElementById(rowId(requestId));
  row?.focus({ preventScroll: true });
  return row !== null;
}

/** The distance of an element from the top of the page, which changes when something above it grows. */
function usePageOffset(element: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current) setOffset(Math.round(element.current.getBoundingClientRect().top + scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return offset;
}
