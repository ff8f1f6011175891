import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { AbsoluteTime } from '../../../components/time.tsx';
import { formatCount } from '../../../format/numbers.ts';
import { formatDays } from '../../../format/times.ts';
import styles from '../usage.module.css';
import type { AnalysisSum } from './add-analyses.ts';
import type { RangeReading } from './use-parts.ts';

type CoverageProps = {
  readonly sum: AnalysisSum;
  readonly parts: Pick<RangeReading, 'isReading' | 'isPaused' | 'readMore'>;
  /** How long requests are kept, if that cuts the range. */
  readonly historyDays: number | undefined;
  readonly onRefresh: (() => void) | undefined;
};

/** Which requests the figures cover, and what is left to read. */
export function Coverage({ sum, parts, historyDays, onRefresh }: CoverageProps) {
  const { requests, from, to, hasMore } = sum;
  return (
    <>
      <div className={styles.period}>
        <p>
          {formatCount(requests)} {requests === 1 ? 'request' : 'requests'} from <AbsoluteTime at={from} /> to{' '}
          <AbsoluteTime at={to} />
          {historyDays !== undefined && !hasMore && `. Your plan keeps requests for ${formatDays(historyDays)}`}
        </p>
        <span role="status" className={styles.loading}>
          {parts.isReading && 'Reading older requests…'}
        </span>
        {onRefresh && !parts.isReading && (
          <Button size="small" onPress={onRefresh}>
            Read again up to now
          </Button>
        )}
      </div>
      {parts.isPaused && (
        <Notice
          title="The range has older requests"
          actions={
            <Button size="small" onPress={parts.readMore}>
              Read 25,000 more
            </Button>
          }
        >
          The figures do not cover requests before <AbsoluteTime at={from} />.
        </Notice>
      )}
    </>
  );
}
