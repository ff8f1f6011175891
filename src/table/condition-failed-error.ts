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
