/** Names and values of one item. */
export type Item = Readonly<Record<string, unknown>>;

/** An `eventual` read may miss the writes of the last second, and costs half as much as a `strong` one. */
export type Consistency = 'strong' | 'eventual';

/** One conditional update, in DynamoDB's expression language. */
export type UpdateRequest = {
  readonly key: Item;
  readonly update: string;
  readonly condition?: string;
  /** Of attributes whose names are no names in DynamoDB's expressions, or not always the same. */
  readonly names?: Readonly<Record<string, string>>;
  readonly values: Item;
  /** Told before each further try of the signed table: what was tried before may yet be carried out, after it or later. */
  readonly onRepeat?: () => void;
};

/** A part of a partition, by its sort keys. */
export type KeyRange = {
  readonly pk: string;
  /** The lowest sort key of the range, itself included. */
  readonly from: string;
  /** The highest one, itself included; not below `from`, or DynamoDB refuses the query. */
  readonly to: string;
  /** Falling sort keys instead of rising ones. */
  readonly descending?: boolean;
  /** The most items fetched at once, so that who stops early has not read much more; otherwise what 1 MB holds. */
  readonly pageSize?: number;
};

/**
 * The calls on single items of one DynamoDB table: all that the request path makes. Every error but a failed condition
 * is the client's own, with the name that DynamoDB gives it.
 */
export type ItemTable = {
  /** The item, or undefined: by one strongly consistent read unless told otherwise. */
  get(key: Item, consistency?: Consistency): Promise<Item | undefined>;
  /** @throws {ConditionFailedError} with the item as it stands, when `condition` does not hold */
  put(item: Item, condition?: string): Promise<void>;
  /**
   * The whole item after the update.
   * @throws {ConditionFailedError} with the item as it stands, when the condition does not hold
   */
  update(request: UpdateRequest): Promise<Item>;
};

/** One DynamoDB table, through the calls the gateway makes. */
export type Table = ItemTable & {
  /** Every item of a partition, or those whose sort key begins with `prefix`, in order, page by page. */
  query(pk: string, prefix?: string): AsyncGenerator<Item>;
  /** The items of a range, in order, page by page; a further page is read only when it is asked for. */
  queryRange(range: KeyRange): AsyncGenerator<Item>;
};

/** A conditional write found the item otherwise than it asked for; `item` is how it stands, where it is there. */
export class ConditionFailedError extends Error {
  override readonly name = 'ConditionFailedError';
  readonly code = 'condition_failed';
  readonly item: Readonly<Record<string, unknown>> | undefined;

  constructor(item: Readonly<Record<string, unknown>> | undefined) {
    super('The condition of a write did not hold.');
    this.item = item;
  }
}
