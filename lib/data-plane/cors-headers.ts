/** Request headers that a web page may send, and where it is written that a library sends them. */
type AllowedHeaders = { readonly names: readonly string[]; readonly source: string };

/** Names in lower case. They are exact: an HTTP API knows no wildcards. */
export const allowedHeaders: readonly AllowedHeaders[] = [
  { names: ['content-type', 'x-api-key'], source: 'the RPC endpoint: docs/api.md' },
  {
    names: ['solana-client'],
    source: '@solana/web3.js 1.99 (src/connection.ts) and @solana/rpc 8.4 (rpc-transport.ts): library and version',
  },
  { names: ['traceparent', 'tracestate'], source: 'W3C Trace Context: https://www.w3.org/TR/trace-context/' },
  { names: ['baggage'], source: 'W3C Baggage: https://www.w3.org/TR/baggage/' },
  {
    names: ['sentry-trace'],
    source: 'Sentry: https://docs.sentry.io/platforms/javascript/tracing/distributed-tracing/',
  },
  {
    names: ['b3', 'x-b3-traceid', 'x-b3-spanid', 'x-b3-parentspanid', 'x-b3-sampled'],
    source: 'Zipkin: https://github.com/openzipkin/b3-propagation',
  },
  {
    names: [
      'x-datadog-trace-id',
      'x-datadog-parent-id',
      'x-datadog-origin',
      'x-datadog-sampling-priority',
      'x-datadog-tags',
    ],
    source: 'Datadog: https://docs.datadoghq.com/real_user_monitoring/correlate_with_other_telemetry/apm/',
  },
  {
    names: ['newrelic'],
    source: 'New Relic: https://docs.newrelic.com/docs/browser/new-relic-browser/browser-pro-features/',
  },
  {
    names: ['x-amzn-trace-id'],
    source: 'Amazon CloudWatch RUM: https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html',
  },
  {
    names: ['request-id', 'request-context'],
    source:
      'Azure Application Insights: https://learn.microsoft.com/azure/azure-monitor/app/javascript-sdk-configuration',
  },
];

/** The names that the preflight allows. @param more from the setting `corsHeaders` */
export const allowedHeaderNames = (more: readonly string[]): string[] => [
  ...new Set([...allowedHeaders.flatMap(({ names }) => names), ...more]),
];
