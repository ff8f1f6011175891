import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { networkName } from './network.ts';

export const usage = `Usage: node packages/solana-node/start.ts --network NAME [--port PORT] [--slot-ms MS] [--until-stdin-closes]

Starts a small Solana node with an empty ledger in memory, on 127.0.0.1 only. When it listens, it prints one line of
JSON: {"event":"chain_listening","network":"devnet","url":"http://127.0.0.1:PORT"}

  --network NAME         the network it serves, such as mainnet, testnet or devnet; all but mainnet give airdrops
  --port PORT            where to listen; 0, as by default, takes a free port
  --slot-ms MS           how long a slot lasts, in ms: 50 to 60000; 214, as by default, is what mainnet takes
  --until-stdin-closes   ends when standard input closes, so that it does not outlive the process that started it
  --help                 prints this
`;

/** An error in the command line, with a message for the user. */
export class OptionsError extends Error {
  readonly code = 'invalid_options';
}

const slotTimes = '--slot-ms must be a number from 50 to 60000';

const schema = v.object({
  help: v.optional(v.boolean(), false),
  network: v.optional(
    v.pipe(v.string(), v.regex(networkName, '--network must be a name in lower case, such as devnet')),
  ),
  port: v.pipe(
    v.optional(v.string(), '0'),
    v.regex(/^\d{1,5}$/, '--port must be a number from 0 to 65535'),
    v.transform(Number),
    v.maxValue(65_535, '--port must be a number from 0 to 65535'),
  ),
  'slot-ms': v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{2,5}$/, slotTimes),
      v.transform(Number),
      v.minValue(50, slotTimes),
      v.maxValue(60_000, slotTimes),
    ),
  ),
  'until-stdin-closes': v.optional(v.boolean(), false),
});

export type CommandLineOptions = v.InferOutput<typeof schema>;

/**
 * Reads the command line.
 * @throws {OptionsError} for the first invalid option
 */
export function readOptions(args: readonly string[]): CommandLineOptions {
  const parsed = v.safeParse(schema, parse(args));
  if (!parsed.success) throw new OptionsError(parsed.issues[0].message);
  return parsed.output;
}

function parse(args: readonly string[]): unknown {
  const flag = { type: 'boolean' } as const;
  const value = { type: 'string' } as const;
  const options = { help: flag, network: value, port: value, 'slot-ms': value, 'until-stdin-closes': flag };
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
}
