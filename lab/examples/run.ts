import { parseArgs } from 'node:util';
import { localChains } from '../../bin/chains/chains.ts';
import { type ChainId, chainIds, chains } from '../../src/chains/chains.ts';
import { settingsWithNetworks } from '../../test/support/settings-file.ts';
import { startTestRuntime } from '../../test/support/test-runtime.ts';
import { readExamples } from './read-examples.ts';
import { type TriedExample, tryExample } from './try-example.ts';

const help = `Sends the examples of a chain's specification to a node, and through the local runtime, and compares the answers.

  npm run lab -- examples --chain ethereum FOLDER [--node URL]
  npm run lab -- examples --chain solana openrpc.json [--node URL]

  FOLDER   has .io files, such as the folder "tests" of ethereum/execution-apis
  --node   default: the local node. The answers that these files state are those of a node with their chain
`;

/** Not the name of a network of the repository's settings. */
const network = 'examples';

async function compareExamples(
  path: string,
  chain: ChainId,
  url: string | undefined,
): Promise<readonly TriedExample[]> {
  const settings = settingsWithNetworks([
    { network, chain, path: '/examples', upstreams: [{ url: 'https://e.example' }] },
  ]);
  const node = url === undefined ? await localChains[chain].startNode(network, () => {}) : undefined;
  const nodeUrl = url ?? node?.url ?? '';
  const nobody = ['http://127.0.0.1:9'];
  const local = await startTestRuntime(
    { mainnet: nobody, devnet: nobody, [network]: [nodeUrl] },
    { config: settings.path },
  );
  try {
    const { secret } = await local.newKey({ planId: 'scale' });
    const targets = { nodeUrl, gatewayUrl: local.runtime.endpoints[network] ?? '', secret };
    const tried: TriedExample[] = [];
    for (const example of readExamples(path)) tried.push(await tryExample(example, chains[chain], targets));
    return tried;
  } finally {
    await local.stop();
    await node?.stop();
    settings.remove();
  }
}

function report(tried: readonly TriedExample[]): string {
  const groups = Map.groupBy(tried, ({ comparison }) => comparison);
  const counts = [...groups].map(
    ([comparison, of]) =>
      `${comparison.padEnd(10)} ${String(of.length).padStart(4)}, of which ${of.filter(({ asSpecified }) => asSpecified).length} as the specification states`,
  );
  const listed = [...(groups.get('different') ?? []), ...(groups.get('varies') ?? [])];
  const lines = listed.map(
    ({ example, comparison, answers }) =>
      `${comparison}: ${example.name}\n  node:    ${answers.node.slice(0, 200)}\n  gateway: ${answers.gateway.slice(0, 200)}`,
  );
  return [
    `${tried.length} examples of ${new Set(tried.map(({ example }) => example.method)).size} methods`,
    ...counts,
    ...lines,
    '',
  ].join('\n');
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { chain: { type: 'string' }, node: { type: 'string' }, help: { type: 'boolean', default: false } },
});
const [path] = positionals;
const chain = chainIds.find((id) => id === values.chain);
if (values.help || path === undefined || chain === undefined) {
  process.stdout.write(help);
  if (!values.help) process.exitCode = 1;
} else {
  const tried = await compareExamples(path, chain, values.node);
  process.stdout.write(report(tried));
  if (tried.some(({ comparison }) => comparison === 'different')) process.exitCode = 1;
}
