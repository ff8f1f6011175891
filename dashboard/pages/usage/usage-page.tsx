import { useNavigate, useSearch } from '@tanstack/react-router';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { useNow } from '../../components/time.tsx';
import { CustomRange } from './custom-range.tsx';
import { RangeControls } from './range-controls.tsx';
import { chosenRange, isCustomRange } from './usage-range.ts';
import { UsageReport } from './usage-report.tsx';
import type { UsageSearch } from './usage-search.ts';

const clockTick = 10_000;

/** The usage of all keys or one over a range of time. The choices are kept in the URL. */
export function UsagePage() {
  const search = useSearch({ from: '/framed/signed-in/usage' });
  const navigate = useNavigate({ from: '/usage' });
  const change = (changes: Partial<UsageSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...changes }, replace: true, resetScroll: false });
  const now = useNow(clockTick);
  const range = chosenRange(search, now);
  const isKnown = !('problem' in range);
  return (
    <Page
      title="Usage"
      description="Calls show within half a minute. Of a burst of refusals the first shows as quickly, and the last up to nine with a later request. Every plan keeps figures by minute for 2 days, and by hour and day for 400 days."
    >
      <RangeControls search={search} range={isKnown ? range : undefined} onChange={change} />
      {isCustomRange(search) && (
        <CustomRange key={`${search.from} ${search.to}`} from={search.from} to={search.to} now={now} onApply={change} />
      )}
      {isKnown ? (
        <UsageReport search={search} range={range} now={now} onChange={change} />
      ) : (
        <Notice tone="caution" title="No figures for this range">
          {range.problem}
        </Notice>
      )}
    </Page>
  );
}
