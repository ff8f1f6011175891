import * as v from 'valibot';
import { missing, missingReference, refused } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import type { FakePlan, FakePrice } from '../objects/catalogue-objects.ts';
import { listPage, readListParams } from '../requests/lists.ts';
import type { Operation } from '../requests/operation.ts';
import { ClearableText, Integer, Metadata, mergeMetadata, readParams, textOrNull } from '../requests/parameters.ts';

const TaxBehavior = v.optional(v.picklist(['exclusive', 'inclusive', 'unspecified']));
const common = {
  active: v.optional(v.boolean()),
  lookup_key: ClearableText,
  metadata: Metadata,
  nickname: ClearableText,
  tax_behavior: TaxBehavior,
  transfer_lookup_key: v.optional(v.boolean()),
};
const creation = {
  ...common,
  currency: v.pipe(v.string(), v.length(3)),
  product: v.string(),
  recurring: v.strictObject({
    interval: v.picklist(['month', 'year']),
    interval_count: v.optional(Integer, 1),
  }),
  unit_amount: v.pipe(Integer, v.minValue(0)),
};
const filters = {
  active: v.optional(v.boolean()),
  currency: v.optional(v.string()),
  lookup_keys: v.optional(v.pipe(v.array(v.string()), v.maxLength(10))),
  product: v.optional(v.string()),
};
type PriceCreation = v.InferOutput<v.ObjectSchema<typeof creation, undefined>>;
type PriceUpdate = v.InferOutput<v.ObjectSchema<typeof common, undefined>>;

export function priceNamed(state: FakeState, id: string, param: string): FakePrice {
  const price = state.prices.get(id);
  if (!price) throw missingReference('price', id, param);
  return price;
}

/** A price that new subscriptions may use: inactive prices stay with the subscriptions they have. */
export function activePrice(state: FakeState, id: string, param: string): FakePrice {
  const price = priceNamed(state, id, param);
  if (!price.active)
    throw refused(`The price specified is inactive. This field only accepts active prices.`, undefined, param);
  return price;
}

function setLookupKey(state: FakeState, price: FakePrice, key: string | null | undefined, transfer = false): void {
  if (key === undefined) return;
  const owner = key && [...state.prices.values()].find((other) => other !== price && other.lookup_key === key);
  if (owner && !transfer) {
    throw refused(
      `A price (\`${owner.id}\`) already uses that lookup key. Pass transfer_lookup_key to move it.`,
      'resource_already_exists',
      'lookup_key',
    );
  }
  if (owner) owner.lookup_key = null;
  price.lookup_key = textOrNull(key);
}

function change(state: FakeState, price: FakePrice, params: PriceUpdate): FakePrice {
  if (params.tax_behavior && price.tax_behavior !== 'unspecified' && params.tax_behavior !== price.tax_behavior) {
    throw refused('You cannot change tax_behavior once it is set.', undefined, 'tax_behavior');
  }
  setLookupKey(state, price, params.lookup_key, params.transfer_lookup_key);
  price.tax_behavior = params.tax_behavior ?? price.tax_behavior;
  price.active = params.active ?? price.active;
  if (params.nickname !== undefined) price.nickname = textOrNull(params.nickname);
  price.metadata = mergeMetadata(price.metadata, params.metadata);
  return price;
}

function create(state: FakeState, params: PriceCreation): FakePrice {
  if (!state.products.has(params.product)) throw missingReference('product', params.product, 'product');
  return {
    id: state.id('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: state.now,
    currency: params.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: params.product,
    recurring: { ...params.recurring, meter: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: params.unit_amount,
    unit_amount_decimal: String(params.unit_amount),
  };
}

export const planOfPrice = (price: FakePrice): FakePlan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  currency: price.currency,
  interval: price.recurring.interval,
  interval_count: price.recurring.interval_count,
  livemode: false,
  metadata: price.metadata,
  product: price.product,
});

function priceAt(state: FakeState, id: string): FakePrice {
  const price = state.prices.get(id);
  if (!price) throw missing('price', id);
  return price;
}

export const priceOperations: Operation[] = [
  {
    method: 'POST',
    path: '/v1/prices',
    run(state, params) {
      const read = readParams(creation, params);
      const price = change(state, create(state, read), read);
      state.prices.set(price.id, price);
      state.emit('price.created', price);
      return price;
    },
  },
  {
    method: 'GET',
    path: '/v1/prices',
    run(state, params) {
      const read = readListParams(filters, params);
      const { active, currency, lookup_keys: keys, product } = read;
      return listPage(
        '/v1/prices',
        state.prices.values(),
        read,
        (price) =>
          (active === undefined || price.active === active) &&
          (!currency || price.currency === currency) &&
          (!product || price.product === product) &&
          (!keys || (price.lookup_key !== null && keys.includes(price.lookup_key))),
      );
    },
  },
  { method: 'GET', path: '/v1/prices/:id', run: (state, _params, id) => priceAt(state, id) },
  {
    method: 'POST',
    path: '/v1/prices/:id',
    run(state, params, id) {
      const price = change(state, priceAt(state, id), readParams(common, params));
      state.emit('price.updated', price);
      return price;
    },
  },
];
