import type { ReactNode } from 'react';
import type { UsageByKey } from '../../api/api.ts';
import { HistoryLink } from '../../components/figure-link.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { formatCount } from '../../format/numbers.ts';
import { toComeText } from './calls-to-come.ts';
import rows from './key-rows.module.css';

type CallsTodayProps = {
  readonly keyId: string;
  /** The start of the current UTC day, ISO 8601. */
  readonly from: string;
  /** Null or undefined while they are not known. */
  readonly usage: Pick<UsageByKey['keys'][number], 'calls' | 'errors'> | null | undefined;
  /** Calls that the figures do not have yet. */
  readonly toCome: number;
  /** The columns, and the alignment. */
  readonly className: string | undefined;
  /** More figures: {@link Figure}. */
  readonly children: ReactNode;
};

/** A key's calls and errors of the day, with links to them. */
export const CallsToday = ({ keyId, from, usage, toCome, className, children }: CallsTodayProps) => (
  <dl className={`${rows.figures} ${className}`}>
    <Figure name="Calls">
      {usage && <HistoryLink search={{ key: keyId, from }}>{formatCount(usage.calls)}</HistoryLink>}
      {toCome > 0 && <ToCome toCome={toCome} />}
    </Figure>
    <Figure name="Errors">
      {usage && <HistoryLink search={{ key: keyId, outcome: 'error', from }}>{formatCount(usage.errors)}</HistoryLink>}
    </Figure>
    {children}
  </dl>
);

const ToCome = ({ toCome }: Pick<CallsTodayProps, 'toCome'>) => (
  <span className={rows.toCome} title={toComeText(toCome)}>
    <span aria-hidden="true"> +{formatCount(toCome)}</span>
    <VisuallyHidden>, {toComeText(toCome)}</VisuallyHidden>
  </span>
);

/** A figure with its name; a dash while it is not known. */
export const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children ?? '–'}</dd>
  </div>
);
