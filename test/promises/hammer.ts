import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** What one process counted: answers 200, answers 429, and anything else; and the seconds in which it was refused. */
export type Hammered = {
  readonly admitted: number;
  readonly refused: number;
  readonly other: number;
  readonly refusedIn: readonly number[];
};

const [url = '', secret = '', connections = '1', seconds = '1', pauseMs = '0'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const headers = { 'Content-Type': 'application/json', 'X-API-KEY': secret };
const body = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';

type Answer = { readonly status: number; readonly body: string };

const once = () =>
  new Promise<Answer>((resolve) => {
    const sent = request(url, { method: 'POST', agent, headers }, async (response) => {
      resolve({ status: response.statusCode ?? 0, body: await text(response).catch(() => '') });
    });
    sent.once('error', () => resolve({ status: 0, body: '' }));
    sent.end(body);
  });

const counted = { admitted: 0, refused: 0, other: 0 };
const refusedIn = new Set<number>();
const end = Date.now() + Number(seconds) * 1_000;

async function connection(): Promise<void> {
  while (Date.now() < end) {
    const answer = await once();
    if (answer.status === 200) counted.admitted += 1;
    else if (answer.status === 429) {
      counted.refused += 1;
      refusedIn.add(Date.parse(JSON.parse(answer.body).error.data.resetsAt) / 1_000 - 1);
    } else counted.other += 1;
    await setTimeout(Number(pauseMs));
  }
}

await Promise.all(Array.from({ length: Number(connections) }, connection));
agent.destroy();
process.send?.({ ...counted, refusedIn: [...refusedIn] } satisfies Hammered);
process.disconnect?.();
