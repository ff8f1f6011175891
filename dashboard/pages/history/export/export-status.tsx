import { Button } from '../../../components/button.tsx';
import { ErrorNotice, Notice } from '../../../components/notice.tsx';
import { AbsoluteTime } from '../../../components/time.tsx';
import { formatCount } from '../../../format/numbers.ts';
import { useHistorySearch } from '../use-history-search.ts';
import type { RequestExport } from './use-request-export.ts';

/** The progress of an export, and what it saved. */
export function ExportStatus({
  export: { progress, error, saved, cancel, retry, dismiss },
}: {
  readonly export: RequestExport;
}) {
  if (progress) return <Progress {...progress} onCancel={cancel} />;
  if (error) return <ErrorNotice error={error} onRetry={retry} />;
  if (!saved) return null;
  return saved.isComplete ? <Saved {...saved} onClose={dismiss} /> : <Shortened {...saved} onClose={dismiss} />;
}

type ProgressProps = NonNullable<RequestExport['progress']> & { readonly onCancel: () => void };

const Progress = ({ requests, backTo, onCancel }: ProgressProps) => (
  <Notice
    title="Exporting… Keep this page open."
    actions={
      <Button size="small" onPress={onCancel}>
        Cancel export
      </Button>
    }
  >
    {requests === 1 ? '1 request' : `${formatCount(requests)} requests`} so far
    {backTo !== undefined && (
      <>
        , back to <AbsoluteTime at={backTo} />
      </>
    )}
    .
  </Notice>
);

type SavedProps = NonNullable<RequestExport['saved']> & { readonly onClose: () => void };

const Saved = ({ requests, fileName, onClose }: SavedProps) => (
  <Notice tone="good" title={`Saved as ${fileName}`} actions={<CloseButton onPress={onClose} />}>
    {requests === 0 && 'No request matches the filters, so the file is empty.'}
    {requests === 1 && 'The file has 1 request.'}
    {requests > 1 && `The file has all ${formatCount(requests)} requests that match the filters.`}
  </Notice>
);

/** The file does not have all requests: says where it ends, and how to get the rest. */
function Shortened({ requests, fileName, backTo, onClose }: SavedProps) {
  const { choose } = useHistorySearch();
  return (
    <Notice
      tone="caution"
      title={`Saved the newest ${formatCount(requests)} requests as ${fileName}`}
      actions={
        <>
          {backTo !== undefined && (
            <Button size="small" onPress={() => choose({ to: backTo })}>
              Show older requests
            </Button>
          )}
          <CloseButton onPress={onClose} />
        </>
      }
    >
      One export holds no more.{' '}
      {backTo !== undefined && (
        <>
          The file goes back to <AbsoluteTime at={backTo} />. To get older requests, set “To” to that time and export
          again.
        </>
      )}
    </Notice>
  );
}

const CloseButton = ({ onPress }: { readonly onPress: () => void }) => (
  <Button size="small" variant="quiet" onPress={onPress}>
    Close
  </Button>
);
