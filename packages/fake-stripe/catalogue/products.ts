import * as v from 'valibot';
import { missing, refused } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import type { FakeProduct } from '../objects/catalogue-objects.ts';
import { listPage, readListParams } from '../requests/lists.ts';
import type { Operation } from '../requests/operation.ts';
import { ClearableText, Metadata, mergeMetadata, readParams, textOrNull } from '../requests/parameters.ts';

const common = {
  active: v.optional(v.boolean()),
  description: ClearableText,
  metadata: Metadata,
  tax_code: ClearableText,
  unit_label: ClearableText,
  url: ClearableText,
};
const creation = { ...common, id: v.optional(v.string()), name: v.string() };
const update = { ...common, name: v.optional(v.string()) };
const filters = { active: v.optional(v.boolean()), ids: v.optional(v.array(v.string())) };
type ProductUpdate = v.InferOutput<v.ObjectSchema<typeof update, undefined>>;

function productAt(state: FakeState, id: string): FakeProduct {
  const product = state.products.get(id);
  if (!product) throw missing('product', id);
  return product;
}

function create(state: FakeState, params: { id?: string | undefined; name: string }): FakeProduct {
  if (params.id && state.products.has(params.id)) {
    throw refused(`Product already exists: '${params.id}'.`, 'resource_already_exists', 'id');
  }
  return {
    id: params.id ?? state.id('prod'),
    object: 'product',
    active: true,
    created: state.now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: params.name,
    package_dimensions: null,
    shippable: null,
    tax_code: null,
    type: 'service',
    unit_label: null,
    updated: state.now,
    url: null,
  };
}

function change(state: FakeState, product: FakeProduct, params: ProductUpdate): FakeProduct {
  for (const field of ['description', 'tax_code', 'unit_label', 'url'] as const) {
    const value = params[field];
    if (value !== undefined) product[field] = textOrNull(value);
  }
  if (params.name !== undefined) product.name = params.name;
  if (params.active !== undefined) product.active = params.active;
  product.metadata = mergeMetadata(product.metadata, params.metadata);
  product.updated = state.now;
  return product;
}

export const productOperations: Operation[] = [
  {
    method: 'POST',
    path: '/v1/products',
    run(state, params) {
      const read = readParams(creation, params);
      const product = change(state, create(state, read), read);
      state.products.set(product.id, product);
      state.emit('product.created', product);
      return product;
    },
  },
  {
    method: 'GET',
    path: '/v1/products',
    run(state, params) {
      const read = readListParams(filters, params);
      return listPage(
        '/v1/products',
        state.products.values(),
        read,
        ({ active, id }) =>
          (read.active === undefined || read.active === active) && (!read.ids || read.ids.includes(id)),
      );
    },
  },
  { method: 'GET', path: '/v1/products/:id', run: (state, _params, id) => productAt(state, id) },
  {
    method: 'POST',
    path: '/v1/products/:id',
    run(state, params, id) {
      const product = change(state, productAt(state, id), readParams(update, params));
      state.emit('product.updated', product);
      return product;
    },
  },
];
