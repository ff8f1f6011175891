import { Agent, request } from 'node:http';

/** What one process counted: answers 200, answers 429, and anything else. */
export type Hammered = { readonly admitted: number; readonly refused: number; readonly other: number };

const [url = '', secret = '', connections = '1', seconds = '1'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const headers = { 'Content-Type': 'application/json', 'X-API-KEY': secret };
const body = '{"jsonrpc":"2.0","id":1,"method":"getHealth"}';

const once = () =>
  new Promise<number>((resolve) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', () => resolve(0));
    sent.end(body);
  });

const counted = { admitted: 0, refused: 0, other: 0 };
const end = Date.now() + Number(seconds) * 1_000;

async function connection(): Promise<void> {
  while (Date.now() < end) {
    const status = await once();
    if (status === 200) counted.admitted += 1;
    else if (status === 429) counted.refused += 1;
    else counted.other += 1;
  }
}

await Promise.all(Array.from({ length: Number(connections) }, connection));
agent.destroy();
process.send?.(counted satisfies Hammered);
process.disconnect?.();
