import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';
import type { Choice } from '../../components/select.tsx';
import { useNow } from '../../components/time.tsx';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { CustomRange } from './custom-range.tsx';
import { RangeControls } from './range-controls.tsx';
import { chosenRange, isCustomRange } from './usage-range.ts';
import { UsageReport } from './usage-report.tsx';
import type { UsageSearch } from './usage-search.ts';

const clockTick = 10_000;

const AnalysisView = lazyPart(async () => (await import('./analysis/analysis-view.tsx')).AnalysisView);

const views: readonly Choice<'calls' | 'requests'>[] = [
  { value: 'calls', label: 'Calls over time' },
  { value: 'requests', label: 'Latency and size of requests' },
];

/** The usage of all keys or one over a range of time. The choices are kept in the URL. */
export function UsagePage() {
  const search = useSearch({ from: '/framed/signed-in/usage' });
  const navigate = useNavigate({ from: '/usage' });
  const change = useCallback(
    (changes: Partial<UsageSearch>) =>
      void navigate({
        search: (before: UsageSearch) => ({ ...before, page: undefined, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const now = useNow(clockTick);
  const range = chosenRange(search, now);
  const isKnown = !('problem' in range);
  return (
    <Page
      title="Usage"
      description={
        search.view === 'requests'
          ? 'Computed from the requests in your history, when you open this page. Your plan sets how long they are kept.'
          : 'Calls show within half a minute. Of many refused requests, the first ten show as quickly, and the others with a later request. Every plan keeps figures by minute for 2 days, and by hour and day for 400 days.'
      }
    >
      <Segments
        label="Show"
        choices={views}
        value={search.view ?? 'calls'}
        onChange={(view) => change({ view: view === 'calls' ? undefined : view, method: undefined })}
      />
      <RangeControls search={search} range={isKnown ? range : undefined} onChange={change} />
      {isCustomRange(search) && (
        <CustomRange key={`${search.from} ${search.to}`} from={search.from} to={search.to} now={now} onApply={change} />
      )}
      {isKnown && search.view === 'requests' ? (
        <AnalysisView search={search} onChange={change} />
      ) : isKnown ? (
        <UsageReport search={search} range={range} now={now} onChange={change} />
      ) : (
        <Notice tone="caution" title="No figures for this range">
          {range.problem}
        </Notice>
      )}
    </Page>
  );
}
