import { errorClass } from '../error-class.ts';

export type Item = Readonly<Record<string, unknown>>;

/** An `eventual` read may miss the writes of the last second, and costs half as much as a `strong` one. */
export type Consistency = 'strong' | 'eventual';

export type UpdateRequest = {
  readonly key: Item;
  readonly update: string;
  readonly condition?: string;
  /** Placeholders for attribute names that vary, or that are reserved words in DynamoDB's expressions. */
  readonly names?: Readonly<Record<string, string>>;
  readonly values: Item;
};

export type KeyRange = {
  readonly pk: string;
  readonly from: string;
  /** The highest sort key, inclusive. DynamoDB rejects a query if it is below `from`. */
  readonly to: string;
  readonly descending?: boolean;
  /** The most items per page, so that a caller that stops early reads few in vain. Default: 1 MB of items. */
  readonly pageSize?: number;
};

/** All that the request path uses. Errors except a failed condition are those of the client, with DynamoDB's names. */
export type ItemTable = {
  /** Default: a strongly consistent read. */
  get(key: Item, consistency?: Consistency): Promise<Item | undefined>;
  /** @param values the placeholders of the condition @throws {ConditionFailedError} */
  put(item: Item, condition?: string, values?: Item): Promise<void>;
  /** Returns the whole item after the update. @throws {ConditionFailedError} */
  update(request: UpdateRequest): Promise<Item>;
};

export type Table = ItemTable & {
  /** Deletes an item; does nothing if there is none. @throws {ConditionFailedError} */
  delete(key: Item, condition?: string): Promise<void>;
  /** The items of a partition whose sort keys begin with `prefix` (default: all), in order. Reads page by page. */
  query(pk: string, prefix?: string): AsyncGenerator<Item>;
  /** The items of a range, in order. Reads the next page only when it is needed. */
  queryRange(range: KeyRange): AsyncGenerator<Item>;
};

/** The condition of a write was false. `item` is the current item, if there is one. */
export class ConditionFailedError extends errorClass('ConditionFailedError', 'condition_failed') {
  readonly item: Readonly<Record<string, unknown>> | undefined;

  constructor(item: Readonly<Record<string, unknown>> | undefined) {
    super('The condition of a write did not hold.');
    this.item = item;
  }
}
