import { exitCodeHelp, runProgram, UsageError } from './command-errors.ts';
import { readCommandLine, refuseArguments } from './command-line.ts';
import { readGatewayVariables } from './start/connection-file.ts';

const usage = 'npm run metrics -- [options]';

const help = `Prints the metrics that the functions of the running local gateway have emitted.

  ${usage}

  --port PORT   port of the RPC API of npm start   (default: 8545)
  --minutes N   of the last N minutes, 1 to 60     (default: 5)

${exitCodeHelp}`;

const options = { port: { type: 'string' }, minutes: { type: 'string' }, help: { type: 'boolean' } } as const;

async function printMetrics(): Promise<undefined> {
  const { values, positionals } = readCommandLine(options, usage);
  const { port = '8545', minutes = '5', help: isHelp } = values;
  if (isHelp) return void process.stdout.write(help);
  refuseArguments(positionals, usage);
  if (!/^\d+$/.test(port)) throw new UsageError('--port must be a number, for example --port 8545.', usage);
  const { METRICS_URL } = await readGatewayVariables(port);
  const answer = await fetch(`${METRICS_URL}/?minutes=${encodeURIComponent(minutes)}`);
  if (!answer.ok) throw new UsageError(`--${(await answer.text()).trim()}`, usage);
  process.stdout.write(await answer.text());
}

await runProgram(printMetrics);
