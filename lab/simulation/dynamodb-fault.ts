/** What DynamoDB does during a fault. Shares are from 0 to 1. */
export type FaultEffect =
  /** Partitions take a share of their units a second; none at 0. */
  | { readonly kind: 'reduced'; readonly share: number }
  /** A share of the requests (default: all) gets no answer. A share of these is executed. */
  | { readonly kind: 'silent'; readonly executed: number; readonly share?: number }
  /** A share of the requests gets the status 500. Half of these are executed. */
  | { readonly kind: 'status 500'; readonly share: number };

/** A fault from one second of the load to another. */
export type DynamoDbFault = FaultEffect & {
  readonly from: number;
  readonly to: number;
  /** Default: every table. */
  readonly table?: string;
  /** The start of partition keys, such as a key's id. Default: every item. */
  readonly pk?: string;
};

/** The faults of an item so many seconds after the load began. */
export const faultsAt = (
  faults: readonly DynamoDbFault[],
  second: number,
  item: { readonly table: string; readonly pk: string },
): readonly DynamoDbFault[] =>
  faults.filter(
    ({ from, to, table = item.table, pk = '' }) =>
      from <= second && second < to && table === item.table && item.pk.startsWith(pk),
  );
