/** A part of the time that a response took, in ms. */
export type TimingPart = { readonly name: 'network' | 'gateway' | 'node'; readonly ms: number };

const metric = /^\s*([\w-]+)\s*;\s*dur=(\d+(?:\.\d+)?)\s*$/;

/**
 * The parts of a response's time, from its `Server-Timing` header (docs/api.md); none if Amazon API Gateway answered
 * itself. What neither the gateway nor the node took was the network, Amazon API Gateway and the check of the key.
 */
export function timingParts(header: string | null, totalMs: number): readonly TimingPart[] {
  const durations = new Map<string | undefined, number>();
  for (const text of (header ?? '').split(',')) {
    const [, name, ms] = metric.exec(text) ?? [];
    durations.set(name, Number(ms));
  }
  const [gateway, node] = [durations.get('gateway'), durations.get('node')];
  if (gateway === undefined) return [];
  return [
    { name: 'network', ms: Math.max(0, totalMs - gateway - (node ?? 0)) },
    { name: 'gateway', ms: gateway },
    ...(node === undefined ? [] : [{ name: 'node', ms: node } as const]),
  ];
}
