import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../api/api.ts';
import { largestPage, listRequests, type RequestFilter } from '../../../api/requests.ts';
import { download } from '../../../components/download.ts';
import { useSubmit } from '../../../components/submit-form.tsx';
import { reloadForNewRelease } from '../../../layout/new-release.ts';
import type { ExportedRequests, ExportFormat, ExportProgress } from './export-requests.ts';

type Request = { readonly filter: RequestFilter; readonly format: ExportFormat };

const noProgress: ExportProgress = { requests: 0, backTo: undefined };

/** An export of the requests that match a filter. */
export type RequestExport = {
  readonly start: (filter: RequestFilter, format: ExportFormat) => void;
  readonly cancel: () => void;
  readonly retry: () => void;
  /** Forgets what the last export came to. */
  readonly dismiss: () => void;
  /** Undefined unless one is running. */
  readonly progress: ExportProgress | undefined;
  readonly error: Error | null;
  /** What the last export saved, and as which file. */
  readonly saved: (Omit<ExportedRequests, 'file'> & { readonly fileName: string }) | undefined;
};

/** One export at a time. Cancelling, or leaving the page, saves nothing. */
export function useRequestExport(): RequestExport {
  const api = useApi();
  const { submit, isPending, error } = useSubmit();
  const [progress, setProgress] = useState(noProgress);
  const [saved, setSaved] = useState<RequestExport['saved']>();
  const [isDismissed, setDismissed] = useState(false);
  const control = useRef<AbortController>(undefined);
  const last = useRef<Request>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const save = async ({ filter, format }: Request) => {
    control.current = new AbortController();
    const { signal } = control.current;
    // Few visits export: its code is loaded when one does.
    const [{ exportRequests }, { pagesOf, retryingReads, wait }] = await Promise.all([
      import('./export-requests.ts'),
      import('../../../export/retrying-reads.ts'),
    ]).catch(reloadForNewRelease);
    const retrying = retryingReads(signal, wait);
    const pages = pagesOf(async (cursor) => {
      const page = await retrying(() => listRequests(api, { ...filter, ...cursor, limit: largestPage }, signal));
      return { rows: page.requests, nextCursor: page.nextCursor };
    });
    try {
      const { file, ...result } = await exportRequests(pages, format, setProgress);
      signal.throwIfAborted();
      const fileName = `history-${new Date().toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace(':', '')}.${format}`;
      download(file, fileName, file.type);
      setSaved({ ...result, fileName });
    } catch (cause) {
      if (!signal.aborted) throw cause;
    }
  };
  const start = (request: Request) => {
    submit(() => {
      last.current = request;
      setSaved(undefined);
      setDismissed(false);
      setProgress(noProgress);
      return save(request);
    });
  };
  return {
    start: (filter, format) => start({ filter, format }),
    cancel: () => control.current?.abort(),
    retry: () => last.current && start(last.current),
    dismiss: () => {
      setSaved(undefined);
      setDismissed(true);
    },
    progress: isPending ? progress : undefined,
    error: isPending || isDismissed ? null : error,
    saved: isPending ? undefined : saved,
  };
}
