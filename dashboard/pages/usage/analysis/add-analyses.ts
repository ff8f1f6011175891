import type { RecordedRequest, RequestAnalysis } from '../../../api/api.ts';

type Latency = { readonly p50: number; readonly p95: number; readonly p99: number };

export type MethodAnalysis = {
  readonly method: string;
  readonly calls: number;
  readonly errors: number;
  /** Calls that a node answered. */
  readonly answered: number;
  /** Answered calls that came in a batch. */
  readonly inBatches: number;
  /** In ms; null if no node answered. */
  readonly latency: Latency | null;
};

/** The figures of the parts of a range that have been read. */
export type AnalysisSum = Pick<RequestAnalysis, 'from' | 'to' | 'requests' | 'slowest' | 'largest'> & {
  readonly methods: readonly MethodAnalysis[];
  /** Whether older parts are left to read. */
  readonly hasMore: boolean;
};

/** Adds up the parts of a range, newest first: the figures are those of one part with all requests. */
export function addAnalyses(parts: readonly RequestAnalysis[]): AnalysisSum | undefined {
  const [newest, oldest] = [parts[0], parts.at(-1)];
  if (!newest || !oldest) return undefined;
  return {
    from: oldest.from,
    to: newest.to,
    requests: sumOf(parts.map(({ requests }) => requests)),
    methods: addMethods(parts),
    slowest: top(parts.flatMap(({ slowest }) => slowest).map((request) => [request, request.durationMs])),
    largest: top(parts.flatMap(({ largest }) => largest).map((request) => [request, requestSize(request)])),
    hasMore: oldest.nextCursor !== null,
  };
}

/** The bytes of a request and its response. */
export const requestSize = ({ requestBytes, responseBytes }: RecordedRequest): number => requestBytes + responseBytes;

/** The length of a part's lists. */
const topLength = 10;

const top = (requests: readonly (readonly [request: RecordedRequest, figure: number])[]): RecordedRequest[] =>
  requests
    .toSorted(([one, a], [other, b]) => b - a || (one.requestId < other.requestId ? 1 : -1))
    .slice(0, topLength)
    .map(([request]) => request);

const sumOf = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0);

type MethodPart = RequestAnalysis['byMethod'][string];

/** Most calls first. */
function addMethods(parts: readonly RequestAnalysis[]): MethodAnalysis[] {
  const byMethod = new Map<string, MethodPart[]>();
  for (const [method, part] of parts.flatMap((one) => Object.entries(one.byMethod))) {
    byMethod.set(method, [...(byMethod.get(method) ?? []), part]);
  }
  return [...byMethod]
    .map(([method, ofParts]) => addMethod(method, ofParts))
    .toSorted((one, other) => other.calls - one.calls || (one.method < other.method ? -1 : 1));
}

function addMethod(method: string, parts: readonly MethodPart[]): MethodAnalysis {
  const latencies = new Map<number, number>();
  for (const [ms, count] of parts.flatMap((part) => Object.entries(part.latencies))) {
    latencies.set(Number(ms), (latencies.get(Number(ms)) ?? 0) + count);
  }
  const answered = sumOf([...latencies.values()]);
  return {
    method,
    calls: sumOf(parts.map(({ calls }) => calls)),
    errors: sumOf(parts.map(({ errors }) => errors)),
    answered,
    inBatches: sumOf(parts.map(({ inBatches }) => inBatches)),
    latency: answered === 0 ? null : latencyOf(latencies, answered),
  };
}

/** Percentiles by nearest rank, as the API's. @param latencies the number of calls by latency in ms */
function latencyOf(latencies: ReadonlyMap<number, number>, answered: number): Latency {
  const sorted = [...latencies].toSorted(([one], [other]) => one - other);
  const at = (percent: number): number => {
    let rank = Math.ceil((percent * answered) / 100);
    const found = sorted.find(([, count]) => {
      rank -= count;
      return rank <= 0;
    });
    return found?.[0] ?? 0;
  };
  return { p50: at(50), p95: at(95), p99: at(99) };
}
