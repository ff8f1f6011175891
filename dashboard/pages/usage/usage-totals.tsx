import type { Usage } from '../../api/api.ts';
import { Delta } from '../../components/delta.tsx';
import { FigureLink } from '../../components/figure-link.tsx';
import { Stat, Stats } from '../../components/stat.tsx';
import { errorRate, formatCount, formatMilliseconds, formatShare } from '../../format/numbers.ts';
import type { RequestsOf } from './requests-of.ts';
import styles from './usage.module.css';

type UsageTotalsProps = {
  readonly total: Usage['total'];
  readonly isCompared: boolean;
  /** The totals of the period before; undefined while they load, too. */
  readonly before: Usage['total'] | undefined;
  readonly requests: RequestsOf;
};

/** The totals of a range, each with its change. */
export function UsageTotals({ total, isCompared, before, requests }: UsageTotalsProps) {
  const { calls, errors, latency } = total;
  return (
    <Stats>
      <Stat
        label="Calls"
        value={<Total count={calls} about="calls" search={requests()} />}
        hint={
          <Hint isCompared={isCompared} text="All outcomes" now={calls} before={before?.calls} format={formatCount} />
        }
      />
      <Stat
        label="Errors"
        value={<Total count={errors} about="errors" search={requests({ outcome: 'error' })} />}
        hint={
          <Hint
            isCompared={isCompared}
            text={`${formatShare(errorRate(total))} of calls`}
            now={errors}
            before={before?.errors}
            format={formatCount}
            goodWhen="down"
          />
        }
      />
      <Stat
        label="Latency, median"
        value={milliseconds(latency?.p50)}
        hint={
          <Hint
            isCompared={isCompared}
            text="Half of the calls are faster"
            now={latency?.p50}
            before={before?.latency?.p50}
            {...ofLatency}
          />
        }
      />
      <Stat
        label="Latency, p99"
        value={milliseconds(latency?.p99)}
        hint={
          <Hint
            isCompared={isCompared}
            text={`p95 ${milliseconds(latency?.p95)}`}
            now={latency?.p99}
            before={before?.latency?.p99}
            {...ofLatency}
          />
        }
      />
    </Stats>
  );
}

const milliseconds = (value: number | undefined): string => (value === undefined ? '–' : formatMilliseconds(value));

const ofLatency = { format: formatMilliseconds, goodWhen: 'down' } as const;

type TotalProps = {
  readonly count: number;
  readonly about: string;
  readonly search: ReturnType<RequestsOf>;
};

const Total = ({ count, about, search }: TotalProps) => (
  <FigureLink search={count === 0 ? undefined : search} about={about}>
    {formatCount(count)}
  </FigureLink>
);

type HintProps = {
  readonly isCompared: boolean;
  readonly text: string;
  readonly now: number | undefined;
  readonly before: number | undefined;
  readonly format: (value: number) => string;
  readonly goodWhen?: 'down';
};

/** What a total is, and its change from the period before. Its line is there from the start, so that the page does not move. */
const Hint = ({ isCompared, text, now, before, format, goodWhen }: HintProps) => (
  <>
    {text}
    {isCompared && (
      <span className={styles.change}>
        {now !== undefined && before !== undefined && (
          <Delta
            now={now}
            before={before}
            since={before === 0 ? '' : `from ${format(before)}`}
            {...(goodWhen && { goodWhen })}
          />
        )}
      </span>
    )}
  </>
);
