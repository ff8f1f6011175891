import type { Benchmark, Figure } from './benchmark.ts';
import { checkAnswer, eventOf, type LoadedProxy, loadProxy } from './bodies/bodies-proxy.ts';
import { settingsWithNode } from './bundle-settings.ts';
import { variablesOf } from './deployed.ts';
import { cpuTime } from './processor-time.ts';
import { interleave } from './rounds.ts';
import { startServer, startStub } from './start-server.ts';
import { ratios } from './statistics.ts';

const rounds = { warmUp: 3, counted: 11 };
const sizes = [
  { name: '200 B', bytes: 200, calls: 100 },
  { name: '10 KB', bytes: 10_240, calls: 100 },
  { name: '1 MB', bytes: 1_048_576, calls: 20 },
] as const;

export const benchmark: Benchmark = {
  title: 'Bodies',
  measures:
    'Processor time that the bundled proxy takes for one answer of a node, in a process that has passed on hundreds; the ' +
    'same answer plain, and compressed for a client that accepts it. It is one to getProgramAccounts, token accounts in ' +
    '`jsonParsed`. That Lambda’s runtime writes it as JSON afterwards, which takes longer the longer it is and the more ' +
    'quotes it has, is left out: it would make the plain one dearer still. Node and DynamoDB are processes ' +
    'beside it, over plain HTTP. Every answer is held against the node’s, outside the time that counts.',
  run,
};

type Size = (typeof sizes)[number];

async function run(): Promise<Figure[]> {
  const [stub, node] = [await startStub(), await startServer('upstream/node.ts')];
  Object.assign(process.env, variablesOf('Proxy'), stub.variables, settingsWithNode(node.url));
  try {
    const proxy = await loadProxy();
    const figures = [];
    for (const size of sizes) figures.push(...(await figuresOf(proxy, size)));
    return figures;
  } finally {
    stub.stop();
    node.stop();
  }
}

async function figuresOf(proxy: LoadedProxy, size: Size): Promise<Figure[]> {
  const taken = await interleave(
    { plain: microseconds(proxy, size, 'plain'), gzip: microseconds(proxy, size, 'gzip') },
    rounds,
  );
  const { length } = Buffer.from((await proxy(eventOf(size.bytes, 'gzip'))).body, 'base64');
  return [
    { name: `${size.name}, plain`, unit: 'µs', rounds: taken.plain },
    { name: `${size.name}, gzip`, unit: 'µs', rounds: taken.gzip },
    { name: `${size.name}, gzip against plain`, unit: '×', rounds: ratios(taken.gzip, taken.plain) },
    { name: `${size.name}, length of gzip against plain`, unit: '×', rounds: [length / size.bytes] },
  ];
}

/** Microseconds of processor time for one answer. */
const microseconds =
  (proxy: LoadedProxy, { bytes, calls }: Size, form: 'plain' | 'gzip') =>
  async () => {
    const event = eventOf(bytes, form);
    checkAnswer(await proxy(event), bytes, form);
    const milliseconds = await cpuTime(async () => {
      for (let call = 0; call < calls; call += 1) await proxy(event);
    });
    return (milliseconds * 1_000) / calls;
  };
