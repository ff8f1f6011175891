import * as v from 'valibot';
import { missing } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import type { FakePortalConfiguration } from '../objects/portal-objects.ts';
import { listPage, readListParams } from '../requests/lists.ts';
import type { Operation } from '../requests/operation.ts';
import { Metadata, mergeMetadata, readParams } from '../requests/parameters.ts';

const Toggle = v.optional(v.strictObject({ enabled: v.boolean() }));
const Proration = v.optional(v.picklist(['always_invoice', 'create_prorations', 'none']));
const Texts = v.optional(v.array(v.string()));

const features = v.strictObject({
  customer_update: v.optional(v.strictObject({ allowed_updates: Texts, enabled: v.boolean() })),
  invoice_history: Toggle,
  payment_method_update: Toggle,
  subscription_cancel: v.optional(
    v.strictObject({
      cancellation_reason: v.optional(v.strictObject({ enabled: v.boolean(), options: v.array(v.string()) })),
      enabled: v.boolean(),
      mode: v.optional(v.picklist(['at_period_end', 'immediately'])),
      proration_behavior: Proration,
    }),
  ),
  subscription_update: v.optional(
    v.strictObject({ default_allowed_updates: Texts, enabled: v.boolean(), proration_behavior: Proration }),
  ),
});
const creation = { metadata: Metadata, features };
const update = { metadata: Metadata, features: v.optional(features, {}) };
type Update = v.InferOutput<v.ObjectSchema<typeof update, undefined>>;
type Features = FakePortalConfiguration['features'];

const initialFeatures: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
};

/** Values that are given replace the old ones, one feature at a time. */
function mergeFeatures(old: Features, given: v.InferOutput<typeof features>): Features {
  const { cancellation_reason: reason, ...cancel } = given.subscription_cancel ?? {};
  return {
    ...old,
    customer_update: { ...old.customer_update, ...defined(given.customer_update) },
    invoice_history: given.invoice_history ?? old.invoice_history,
    payment_method_update: { ...old.payment_method_update, ...given.payment_method_update },
    subscription_cancel: {
      ...old.subscription_cancel,
      ...defined(cancel),
      cancellation_reason: { ...old.subscription_cancel.cancellation_reason, ...reason },
    },
    subscription_update: { ...old.subscription_update, ...defined(given.subscription_update) },
  };
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

const defined = <T extends object>(values: T = {} as T): Partial<Defined<T>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>;

function change(state: FakeState, old: FakePortalConfiguration, read: Update): FakePortalConfiguration {
  old.features = mergeFeatures(old.features, read.features);
  old.metadata = mergeMetadata(old.metadata, read.metadata);
  old.updated = state.now;
  return old;
}

const newConfiguration = (state: FakeState): FakePortalConfiguration => ({
  id: state.id('bpc'),
  object: 'billing_portal.configuration',
  active: true,
  created: state.now,
  features: initialFeatures,
  is_default: false,
  livemode: false,
  metadata: {},
  updated: state.now,
});

function configurationAt(state: FakeState, id: string): FakePortalConfiguration {
  const configuration = state.configurations.get(id);
  if (!configuration) throw missing('configuration', id);
  return configuration;
}

const path = '/v1/billing_portal/configurations';

export const portalConfigurationOperations: Operation[] = [
  {
    method: 'POST',
    path,
    run(state, params) {
      const configuration = change(state, newConfiguration(state), readParams(creation, params));
      state.configurations.set(configuration.id, configuration);
      state.emit('billing_portal.configuration.created', configuration);
      return configuration;
    },
  },
  {
    method: 'GET',
    path,
    run(state, params) {
      // All are active: there is no parameter that changes it.
      const read = readListParams({ active: v.optional(v.literal(true)) }, params);
      return listPage(path, state.configurations.values(), read, () => true);
    },
  },
  {
    method: 'POST',
    path: `${path}/:id`,
    run(state, params, id) {
      const configuration = change(state, configurationAt(state, id), readParams(update, params));
      state.emit('billing_portal.configuration.updated', configuration);
      return configuration;
    },
  },
];
