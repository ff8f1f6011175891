import type { FailingProxy, FailingRequest, ObservedAnswer, Sent } from './failing-gateway.ts';
import { examples } from './failure-examples.ts';
import { type FailureName, nodeFailures } from './failure-rows.ts';
import type { NodeFailure } from './node-failure.ts';
import type { Shown } from './shown-answer.ts';

/** One request to a gateway whose first node fails, and what its caller should be shown. */
export type Run = FailingRequest & {
  readonly title: string;
  readonly failure: NodeFailure;
  readonly shown: Shown;
};

/** What came of a run, and of reads after it, which show what the gateway thinks of the node's health. */
export type Ran = ObservedAnswer & { readonly later: Awaited<ReturnType<ObservedAnswer['readOn']>> | undefined };

const laterReads = 3;

const isName = (name: string): name is FailureName => name in nodeFailures;

/** A read, a signed transaction and another write, with another node and without, for each example of each failure. */
export const runs: readonly Run[] = Object.entries(nodeFailures).flatMap(([name, failure]: [string, NodeFailure]) =>
  Object.entries(isName(name) ? examples[name] : {}).flatMap(([title, example]) => {
    const batch = name === 'incomplete';
    const run = (kind: Sent['kind'], nodes: 1 | 2): Run => {
      const shown = failure[kind][nodes === 2 ? 'another' : 'alone'];
      const others = nodes === 2 ? 'with another node' : 'with no other node';
      return {
        title: `the node ${title}: a ${kind}, ${others}: ${shown.text}`,
        failure,
        example,
        sent: { kind, batch },
        nodes,
        shown,
      };
    };
    return (['read', 'signed', 'write'] as const).flatMap((kind) => [run(kind, 2), run(kind, 1)]);
  }),
);

/** Runs the failure, and sends further reads if there is another node. */
export async function start(run: Run, proxy: FailingProxy): Promise<Ran> {
  const seen = await proxy.send(run);
  const later = run.sent.kind === 'read' && run.nodes === 2 ? await seen.readOn(laterReads) : undefined;
  return { ...seen, later };
}

/** How often each effect on health has further reads meet the failing node. */
export const laterMeetings: Readonly<Record<NodeFailure['health'], number>> = {
  rests: 0,
  // The third failure in a row makes it rest.
  counts: 2,
  asked: 0,
  // The third fault in a row makes it the last.
  healthy: 2,
  healthyBatch: laterReads,
  behind: 0,
  lagging: 0,
  // All reads are of one account.
  doubtful: laterReads,
  unchanged: laterReads,
};
