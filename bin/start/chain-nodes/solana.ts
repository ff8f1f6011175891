import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { type StartNode, startNodeProcess } from './chain-node.ts';

const program = fileURLToPath(new URL('../../../packages/solana-node/start.ts', import.meta.url));

const listening = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ event: v.literal('chain_listening'), url: v.pipe(v.string(), v.url()) }),
);

/** The Solana node of packages/solana-node. */
export const startSolanaNode: StartNode = (network, onLine) => {
  const args = [program, '--network', network, '--port', '0', '--until-stdin-closes'];
  const urlIn = (line: string) => {
    const parsed = v.safeParse(listening, line);
    return parsed.success ? parsed.output.url : undefined;
  };
  return startNodeProcess({ args, urlIn }, network, onLine);
};
