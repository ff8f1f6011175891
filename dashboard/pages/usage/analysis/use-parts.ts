import { useEffect, useState } from 'react';
import { type AnalysisRange, useRequestAnalysis } from '../../../api/analysis.ts';
import { addAnalyses } from './add-analyses.ts';

/** The parts that are read without asking take half of the tokens that the account's bucket has: other reads go on. */
const partsAtOnce = 5;

/** Reads a range part by part, as far as the user allows, and adds the parts up. */
export function useParts(range: AnalysisRange) {
  const query = useRequestAnalysis(range);
  const [allowed, setAllowed] = useState(partsAtOnce);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const parts = data?.pages ?? [];
  const hasToRead = hasNextPage && parts.length < allowed;
  useEffect(() => {
    if (hasToRead && !isFetching && !isError) void fetchNextPage();
  }, [hasToRead, isFetching, isError, fetchNextPage]);
  return {
    query,
    /** Undefined until the first part is read. */
    sum: addAnalyses(parts),
    isReading: isFetching || (hasToRead && !isError),
    /** Whether {@link readMore} continues. */
    isPaused: hasNextPage && parts.length >= allowed && !isFetching && !isError,
    readMore: () => setAllowed(parts.length + partsAtOnce),
    /** Continues after an error. */
    retry: () => void (data ? fetchNextPage() : query.refetch()),
  };
}

export type RangeReading = ReturnType<typeof useParts>;
