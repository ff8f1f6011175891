import { useState } from 'react';
import type { Endpoint } from '../../api/api.ts';
import { useEndpoints } from '../../api/endpoints.ts';
import { Card } from '../../components/card.tsx';
import { RequestDetails } from './details/request-details.tsx';
import { ExportStatus } from './export/export-status.tsx';
import { useRequestExport } from './export/use-request-export.ts';
import { HistoryFilters } from './filters/history-filters.tsx';
import styles from './history.module.css';
import { isReversedRange, requestFilter } from './history-search.ts';
import { useKnownKeys } from './known-keys.ts';
import { RequestList } from './list/request-list.tsx';
import { ReversedRange } from './nothing-to-list.tsx';
import { useHistorySearch } from './use-history-search.ts';

const noEndpoints: readonly Endpoint[] = [];

/** The filters, the list of requests and the details of the open one. The list waits for neither keys nor endpoints. */
export function History({ historyDays }: { readonly historyDays: number }) {
  const { search } = useHistorySearch();
  const [isLive, setLive] = useState(true);
  const requestExport = useRequestExport();
  const keys = useKnownKeys();
  const { data: endpoints = noEndpoints } = useEndpoints();
  const filter = requestFilter(search);
  return (
    <>
      <Card>
        <HistoryFilters keys={keys} endpoints={endpoints} historyDays={historyDays} />
      </Card>
      <ExportStatus export={requestExport} />
      <div className={styles.split} data-open={search.request !== undefined || undefined}>
        {isReversedRange(filter) ? (
          <ReversedRange />
        ) : (
          <RequestList
            key={JSON.stringify(filter)}
            filter={filter}
            keys={keys}
            endpoints={endpoints}
            historyDays={historyDays}
            isLive={isLive}
            onLiveChange={setLive}
            export={requestExport}
          />
        )}
        {search.request !== undefined && (
          <RequestDetails requestId={search.request} keys={keys} endpoints={endpoints} historyDays={historyDays} />
        )}
      </div>
    </>
  );
}
