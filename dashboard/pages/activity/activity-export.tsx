import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { csvHeader, csvRowOf, csvType } from '../../../src/csv.ts';
import { activityColumns } from '../../../src/management-api/schemas/csv-columns.ts';
import { listActivity } from '../../api/activity.ts';
import { type Api, useApi } from '../../api/api.ts';
import { Button } from '../../components/button.tsx';
import { download } from '../../components/download.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { pagesOf, retryingReads, wait } from '../../export/retrying-reads.ts';

const largestPage = 100;

type ActivityExportProps = { readonly keyId: string | undefined };

/** Saves the activity of the account or of one key as CSV. Leaving the page cancels it. */
export function ActivityExport({ keyId }: ActivityExportProps) {
  const api = useApi();
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => readAsCsv(api, keyId, leaving.current.signal),
    onSuccess: (text) =>
      download(text, `activity-${new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)}.csv`, csvType),
  });
  return (
    <>
      <Button isPending={isPending} onPress={() => mutate()}>
        <Download size={16} aria-hidden="true" /> {isPending ? 'Reading…' : 'Export CSV'}
      </Button>
      {error && !leaving.current.signal.aborted && <ErrorNotice error={error} onRetry={() => mutate()} />}
    </>
  );
}

async function readAsCsv(api: Api, keyId: string | undefined, signal: AbortSignal): Promise<string> {
  const retrying = retryingReads(signal, wait);
  const filter = { limit: largestPage, ...(keyId !== undefined && { keyId }) };
  const pages = pagesOf(async (cursor) => {
    const page = await retrying(() => listActivity(api, { ...filter, ...cursor }, signal));
    return { rows: page.activity, nextCursor: page.nextCursor };
  });
  let text = csvHeader(activityColumns);
  for await (const rows of pages) for (const row of rows) text += csvRowOf(activityColumns, row);
  return text;
}
