import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Usage, UsageByKey } from '../../api/api.ts';
import { keyRows, meanName, methodRows, networkRows, percentileNames } from './breakdown-rows.ts';
import { BreakdownTable } from './breakdown-table.tsx';
import type { RequestsOf } from './requests-of.ts';
import { csvName, keysCsv, methodsCsv, networksCsv } from './usage-csv.ts';
import type { UsageSearch } from './usage-search.ts';

type BreakdownProps = {
  readonly usage: Usage;
  /** The report of the period before, if it is compared with. */
  readonly before: Usage | undefined;
  readonly requests: RequestsOf;
};

const common = ({ usage, before, requests }: BreakdownProps) => ({
  total: usage.total.calls,
  isCompared: before !== undefined,
  requests,
});

export const MethodTable = memo((props: BreakdownProps) => (
  <BreakdownTable
    kind="Method"
    rows={methodRows(props.usage, props.before)}
    description={
      <Link to="/usage" search={(before: UsageSearch) => ({ ...before, view: 'requests' })}>
        Percentiles, and the slowest and the largest requests
      </Link>
    }
    latencyNames={meanName}
    csv={{ name: csvName('method', props.usage), write: () => methodsCsv(props.usage) }}
    {...common(props)}
  />
));

export const NetworkTable = memo((props: BreakdownProps) => (
  <BreakdownTable
    kind="Network"
    rows={networkRows(props.usage, props.before)}
    latencyNames={percentileNames}
    csv={{ name: csvName('network', props.usage), write: () => networksCsv(props.usage) }}
    {...common(props)}
  />
));

type KeyTableProps = BreakdownProps & {
  readonly keys: UsageByKey['keys'];
  readonly keysBefore: UsageByKey['keys'] | undefined;
};

export const KeyTable = memo(({ keys, keysBefore, ...props }: KeyTableProps) => (
  <BreakdownTable
    kind="Key"
    rows={keyRows(keys, keysBefore)}
    latencyNames={percentileNames}
    csv={{ name: csvName('key', props.usage), write: () => keysCsv(keys) }}
    {...common(props)}
  />
));
