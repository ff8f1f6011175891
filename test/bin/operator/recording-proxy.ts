import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';

/** A server in front of a JSON service of AWS that records what callers do with which table. */
export type RecordingProxy = {
  readonly url: string;
  /** For example `D: GetItem`, each once, since the last call; the name of a table is replaced by its label. */
  readonly takeActions: (labels?: Readonly<Record<string, string>>) => string[];
  /** The same with every repetition. */
  readonly takeCalls: (labels?: Readonly<Record<string, string>>) => string[];
  readonly stop: () => void;
};

const transaction = v.object({ TransactItems: v.array(v.record(v.string(), v.object({ TableName: v.string() }))) });
const batch = v.object({ RequestItems: v.record(v.string(), v.unknown()) });
const single = v.object({ TableName: v.string() });

/** Pairs of a table and the IAM action. A transaction needs the actions of its writes (DynamoDB Developer Guide). */
function actionsOf(operation: string, input: unknown): [string, string][] {
  if (v.is(transaction, input)) {
    const writes = input.TransactItems.flatMap((item) => Object.entries(item));
    return writes.map(([kind, { TableName }]) => [TableName, `${kind}Item`]);
  }
  if (v.is(batch, input)) return Object.keys(input.RequestItems).map((table) => [table, operation]);
  return [[v.is(single, input) ? input.TableName : '', operation]];
}

export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const recorded: [string, string][] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const operation = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '';
    recorded.push(...actionsOf(operation, JSON.parse(body.toString())));
    const headers = Object.fromEntries(
      ['x-amz-target', 'content-type', 'authorization', 'x-amz-date'].map((name) => [
        name,
        String(incoming.headers[name]),
      ]),
    );
    const answer = await fetch(target, { method: 'POST', headers, body: new Uint8Array(body) });
    outgoing.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' });
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const takeCalls: RecordingProxy['takeCalls'] = (labels = {}) =>
    recorded
      .splice(0)
      .map(([table, action]) => `${labels[table] ?? table}: ${action}`)
      .toSorted();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeActions: (labels) => [...new Set(takeCalls(labels))],
    takeCalls,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
