/**
 * The parts of a request's duration, in ms: the gateway's own work, and waiting for a node; undefined where no node was
 * asked. Both are rounded by themselves, so that the wait may seem longer than the whole: it is cut to it.
 */
export function splitDuration(
  durationMs: number,
  upstreamMs: number | null,
): { readonly gatewayMs: number; readonly nodeMs: number } | undefined {
  if (upstreamMs === null) return undefined;
  const nodeMs = Math.min(upstreamMs, durationMs);
  return { gatewayMs: durationMs - nodeMs, nodeMs };
}
