import { refused } from '../errors.ts';
import { copy, type FakeState } from '../fake-state.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * A copy of an object, with the ids in these properties replaced by the customers, invoices and subscriptions that they
 * name. Properties of other objects, lists and deeper levels are not expanded.
 */
export function expand(state: FakeState, value: unknown, properties: readonly string[]): unknown {
  const answer: unknown = copy(value);
  for (const property of properties) {
    const id = isObject(answer) ? answer[property] : undefined;
    if (id === null) continue;
    const found = named(state, String(id));
    if (!isObject(answer) || !found) throw refused(`This property cannot be expanded (${property}).`);
    answer[property] = copy(found);
  }
  return answer;
}

const named = ({ customers, invoices, subscriptions }: FakeState, id: string): object | undefined =>
  customers.get(id) ?? invoices.get(id) ?? subscriptions.get(id);
