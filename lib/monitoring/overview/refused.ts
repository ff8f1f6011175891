import { metricNames } from '../../../src/embedded-metrics.ts';
import { ownMetric, sumOf } from '../metrics.ts';
import { networks } from '../networks.ts';
import type { TopKeys } from '../top-keys.ts';
import type { Watched } from '../watched.ts';
import { graph, type Question } from './question.ts';
import { TopKeysWidget } from './top-keys-widget.ts';

/** Outcomes of calls that the gateway refused (src/records/outcome.ts). */
const refusals = ['rate_limited', 'quota_exceeded', 'key_revoked', 'key_expired', 'plan_inactive', 'invalid_request'];

/** Which keys are turned away, and for what. */
export const refused = ({ stage }: Watched, topKeys: TopKeys): Question => ({
  title: 'Who is refused, and why?',
  hint: 'No key stands out, unless its customer knows.',
  widgets: [
    graph(6, 'Calls refused, by outcome', {
      stacked: true,
      left: refusals.map((outcome) =>
        sumOf(
          networks.map((network) => ownMetric(stage, metricNames.calls, { dimensions: { network, outcome } })),
          outcome,
        ),
      ),
    }),
    graph(4, 'Keys that nobody has', {
      stacked: true,
      left: [
        ownMetric(stage, metricNames.malformedKeys, { label: 'malformed' }),
        ownMetric(stage, metricNames.unknownKeys, { label: 'unknown' }),
      ],
    }),
    new TopKeysWidget(5, 'Keys beyond their limits', topKeys.limited),
    new TopKeysWidget(5, 'Keys refused for their state', topKeys.refused),
  ],
});
