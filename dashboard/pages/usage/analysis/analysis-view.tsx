import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../../api/account.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { Button, LinkButton } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty.tsx';
import { ErrorNotice, Notice } from '../../../components/notice.tsx';
import { QueryState, Skeleton } from '../../../components/query-state.tsx';
import { formatDays } from '../../../format/times.ts';
import { methodTitle } from '../breakdown-rows.ts';
import { requestsOf } from '../requests-of.ts';
import styles from '../usage.module.css';
import { chosenRange } from '../usage-range.ts';
import type { UsageSearch } from '../usage-search.ts';
import { useKeyNames } from '../use-key-names.ts';
import type { AnalysisSum } from './add-analyses.ts';
import { retainedRange } from './analysis-range.ts';
import { Coverage } from './coverage.tsx';
import { DayChoice } from './day-choice.tsx';
import { MethodsTable } from './methods-table.tsx';
import { TopTable } from './top-table.tsx';
import { useParts } from './use-parts.ts';

type AnalysisViewProps = {
  readonly search: UsageSearch;
  readonly onChange: (changes: Partial<UsageSearch>) => void;
};

/** Latency by method, and the slowest and the largest requests of the chosen range, read from the history. */
export function AnalysisView({ search, onChange }: AnalysisViewProps) {
  const { range, from, to, key, network, method } = search;
  return (
    <QueryState query={useAccount()} loading={<AnalysisSkeleton />}>
      {({ historyDays }) => (
        <Analysis
          key={JSON.stringify([range, from, to, key, network, method])}
          {...{ search, onChange, historyDays }}
        />
      )}
    </QueryState>
  );
}

type AnalysisProps = AnalysisViewProps & { readonly historyDays: number };

/** The range stays as it was when it was read: to move it with the clock would read all requests again. */
function Analysis({ search, onChange, historyDays }: AnalysisProps) {
  const [readAt, setReadAt] = useState(serverNow);
  const chosen = chosenRange(search, readAt);
  if ('problem' in chosen) return null;
  const range = retainedRange(chosen, historyDays, readAt);
  const { key: keyId, network, method } = search;
  return (
    <div className={styles.report}>
      <DayChoice {...{ search, historyDays, onChange }} now={readAt} />
      {range === undefined ? (
        <NotKept historyDays={historyDays} />
      ) : (
        <Figures
          key={readAt}
          search={search}
          onChange={onChange}
          historyDays={range.isCut ? historyDays : undefined}
          range={{ from: range.from, to: range.to, keyId, network, method }}
          onRefresh={chosen.to === undefined || chosen.to > readAt ? () => setReadAt(serverNow()) : undefined}
        />
      )}
    </div>
  );
}

type FiguresProps = AnalysisViewProps & {
  readonly range: Parameters<typeof useParts>[0];
  /** How long requests are kept, if that cuts the range. */
  readonly historyDays: number | undefined;
  /** Reads the range again, up to now. */
  readonly onRefresh: (() => void) | undefined;
};

function Figures({ search, onChange, range, historyDays, onRefresh }: FiguresProps) {
  const parts = useParts(range);
  const { query, sum, retry } = parts;
  if (sum === undefined) {
    return (
      <QueryState query={query} loading={<AnalysisSkeleton />}>
        {() => null}
      </QueryState>
    );
  }
  return (
    <>
      <Coverage {...{ sum, parts, historyDays, onRefresh }} />
      {query.error && <ErrorNotice error={query.error} onRetry={retry} />}
      {search.method !== undefined && (
        <MethodChosen method={search.method} onAll={() => onChange({ method: undefined })} />
      )}
      {sum.requests === 0 ? !sum.hasMore && <NoRequests /> : <Tables sum={sum} search={search} />}
    </>
  );
}

/** Their links lead to the part of the range that was read. */
function Tables({ sum, search }: { readonly sum: AnalysisSum; readonly search: UsageSearch }) {
  const { nameOf } = useKeyNames();
  const requests = requestsOf(search, sum.from, sum.to);
  const top = { sum, requests: (requestId: string) => ({ ...requests(), request: requestId }), nameOf };
  return (
    <>
      <MethodsTable {...{ sum, search, requests }} />
      <TopTable by="duration" {...top} />
      <TopTable by="size" {...top} />
    </>
  );
}

type MethodChosenProps = { readonly method: string; readonly onAll: () => void };

const MethodChosen = ({ method, onAll }: MethodChosenProps) => (
  <Notice
    actions={
      <Button size="small" onPress={onAll}>
        Show all methods
      </Button>
    }
  >
    Only requests with a call of <strong>{methodTitle(method)}</strong>.
  </Notice>
);

const NoRequests = () => (
  <EmptyState title="No requests in this range" action={<LinkButton to="/endpoints">Send a request</LinkButton>}>
    Choose a longer range, another key or another network, or send a request.
  </EmptyState>
);

const NotKept = ({ historyDays }: { readonly historyDays: number }) => (
  <Notice tone="caution" title="The requests of this range are no longer kept">
    Your plan keeps requests for {formatDays(historyDays)}. Choose a later range. <Link to="/plan">See plans</Link>
  </Notice>
);

const AnalysisSkeleton = () => (
  <>
    <Skeleton height="1.2rem" label="Loading requests" />
    <div aria-hidden="true" className={styles.report}>
      {['Latency by method', 'Slowest requests', 'Largest requests'].map((title) => (
        <Card key={title} title={title} description="…">
          <Skeleton height="20rem" />
        </Card>
      ))}
    </div>
  </>
);
