import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UsageByKey } from '../../api/api.ts';
import { formatCount } from '../../format/numbers.ts';
import rows from './key-rows.module.css';

type CallsTodayProps = {
  readonly keyId: string;
  /** The start of the current UTC day, ISO 8601. */
  readonly from: string;
  /** Null or undefined while they are not known. */
  readonly usage: Pick<UsageByKey['keys'][number], 'calls' | 'errors'> | null | undefined;
  /** The columns, and the alignment. */
  readonly className: string | undefined;
  /** More figures: {@link Figure}. */
  readonly children: ReactNode;
};

/** A key's calls and errors of the day, with links to them. */
export const CallsToday = ({ keyId, from, usage, className, children }: CallsTodayProps) => (
  <dl className={`${rows.figures} ${className}`}>
    <Figure name="Calls">
      {usage && (
        <Link to="/history" search={{ key: keyId, from }}>
          {formatCount(usage.calls)}
        </Link>
      )}
    </Figure>
    <Figure name="Errors">
      {usage && (
        <Link to="/history" search={{ key: keyId, outcome: 'error', from }}>
          {formatCount(usage.errors)}
        </Link>
      )}
    </Figure>
    {children}
  </dl>
);

/** A figure with its name; a dash while it is not known. */
export const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children ?? '–'}</dd>
  </div>
);
