import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../api/api.ts';
import { UnreachableError } from '../../../api/api-errors.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { download } from '../../../components/download.ts';
import { ErrorNotice, Notice } from '../../../components/notice.tsx';
import { useSubmit } from '../../../components/submit-form.tsx';
import { mostRequests } from '../../../export/most-requests.ts';
import { wait } from '../../../export/retrying-reads.ts';
import { formatCount } from '../../../format/numbers.ts';
import { useService } from '../../../service.ts';
import styles from '../account.module.css';
import type { ExportProgress } from './export-data.ts';
import { exportSource } from './export-source.ts';

/** Saves all of the account's data as one zip archive, which the browser builds from the API. */
export function ExportCard() {
  const { progress, error, isSaved, start, cancel } = useExport();
  return (
    <Card
      title="Your data"
      description={`Account, keys without secrets, usage by day, activity and the newest ${formatCount(mostRequests)} requests of your history, as JSON and CSV in one zip file.`}
    >
      {error && <ErrorNotice error={error} onRetry={start} />}
      {isSaved && <Notice tone="good">Your data was exported. Your browser has saved the file.</Notice>}
      <div className={styles.row}>
        {progress ? (
          <>
            <Button onPress={cancel}>Cancel export</Button>
            <span role="status">Reading {progress.part}… Keep this page open.</span>
            {progress.rows > 0 && <span>{formatCount(progress.rows)} so far</span>}
          </>
        ) : (
          <Button onPress={start}>Export your data</Button>
        )}
      </div>
    </Card>
  );
}

/** The code of the export, which few visits need. @throws {UnreachableError} if it cannot be loaded */
const loadExport = async () => {
  const { exportData } = await import('./export-data.ts').catch((cause: unknown) => {
    throw new UnreachableError({ cause });
  });
  return exportData;
};

/** One export at a time. Cancelling, or leaving the page, saves nothing. */
function useExport() {
  const api = useApi();
  const { name: service } = useService();
  const { submit, isPending, error } = useSubmit();
  const [progress, setProgress] = useState<ExportProgress>({ part: 'keys', rows: 0 });
  const [isSaved, setSaved] = useState(false);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const save = async () => {
    control.current = new AbortController();
    const { signal } = control.current;
    const now = serverNow();
    setSaved(false);
    try {
      const exportData = await loadExport();
      const file = await exportData(exportSource(api, signal, wait), { service, now, onProgress: setProgress });
      signal.throwIfAborted();
      download(file, `export-${new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length)}.zip`, file.type);
      setSaved(true);
    } catch (cause) {
      if (!signal.aborted) throw cause;
    }
  };
  return {
    progress: isPending ? progress : undefined,
    error: isPending ? null : error,
    isSaved: isSaved && !isPending,
    start: () => submit(save),
    cancel: () => control.current?.abort(),
  };
}
