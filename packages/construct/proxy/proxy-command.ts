import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createKeyProxy } from './key-proxy.ts';
import { createLimitReport } from './limit-report.ts';
import { ProxyError } from './proxy-error.ts';
import { keyVariable, readKey } from './read-key.ts';

const help = `Adds the key to the requests of tools that cannot send a header. It listens on this machine only.

  sluice-cdk proxy --url URL [--port PORT] [--key-file PATH] [--origin ORIGIN]...

  --url URL        the endpoint, such as https://rpc.example.com/devnet
  --port PORT      the port on 127.0.0.1   (default: 8899, where the Solana CLI looks for a local node)
  --key-file PATH  a file with the secret that only you can read (chmod 600)   (default: ${keyVariable} of the environment)
  --origin ORIGIN  a web page or a browser extension that may use the proxy too, such as http://localhost:3000

It forwards each request once, as it is, and shows what is left of the key's limits. End it with Ctrl-C.

Exit codes: 0 done, 1 failed, 2 invalid usage, 3 refused.
`;

const usage = 'Usage: sluice-cdk proxy --url URL [--port PORT] [--key-file PATH] [--origin ORIGIN]...\n';

const text = { type: 'string' } as const;
const options = {
  url: text,
  port: text,
  'key-file': text,
  origin: { type: 'string', multiple: true },
  help: { type: 'boolean' },
} as const;

const defaultPort = 8899;

/** `sluice-cdk proxy`: runs until a signal ends it. Returns the exit code. */
export async function proxyCommand(args: readonly string[]): Promise<number> {
  try {
    const values = readOptions(args);
    if (values.help) {
      process.stdout.write(help);
      return 0;
    }
    await serve(values);
    return 0;
  } catch (error) {
    if (!(error instanceof ProxyError)) throw error;
    process.stderr.write(`${error.message}\n${error.code === 'invalid_usage' ? usage : ''}`);
    return error.exitCode;
  }
}

function readOptions(args: readonly string[]) {
  if (args.some((word) => /^--(api-)?key(=|$)/.test(word) || /[A-Za-z]{2,8}_[\dA-Za-z]{38}/.test(word))) {
    throw new ProxyError(
      'refused',
      `A key on the command line is visible to every user of this machine, and stays in the shell's history. Set ` +
        `${keyVariable}, or name a file with --key-file. If you have just typed one, rotate it.`,
    );
  }
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new ProxyError(
      'invalid_usage',
      error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    );
  }
}

type Values = ReturnType<typeof readOptions>;

async function serve(values: Values): Promise<void> {
  const url = parseUrl(values.url);
  const port = parsePort(values.port ?? String(defaultPort));
  const key = readKey(values['key-file'], process.env);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const report = createLimitReport(print, Date.now);
  const origins = (values.origin ?? []).map(parseOrigin);
  const server = createKeyProxy({
    url,
    key,
    origins,
    report,
    refused: ({ status, message }) => print(`${status}: ${message}`),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ProxyError('failed', startFailure(error, port))));
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  print(`http://127.0.0.1:${actual} sends requests to ${url.href} with your key. End it with Ctrl-C.`);
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  await once(server, 'close');
}

/** The key must not travel in the clear, but to a gateway on this machine it does not travel. */
function parseUrl(given: string | undefined): URL {
  if (given === undefined) throw new ProxyError('invalid_usage', '--url is missing.');
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isLocal = url !== undefined && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname);
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLocal)) {
    throw new ProxyError('invalid_usage', '--url must be an https URL. Only a gateway on this machine may have http.');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ProxyError('invalid_usage', '--url must not have a user, a password, a query or a fragment.');
  }
  return url;
}

function parsePort(given: string): number {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (port <= 65_535) return port;
  throw new ProxyError('invalid_usage', `--port must be a number from 1 to 65535, not ${JSON.stringify(given)}.`);
}

/** As browsers send it: in lower case, without a path, and without the port that its scheme has by default. */
function parseOrigin(given: string): string {
  const [, scheme = '', host = ''] = /^([a-z][a-z\d+.-]*):\/\/([^/\s]+)$/.exec(given) ?? [];
  const sent = URL.canParse(given) && new URL(given);
  if (sent && host !== '' && given === (/^https?$/.test(scheme) ? sent.origin : given.toLowerCase())) return given;
  const advice = sent && sent.origin !== 'null' ? ` Browsers send ${sent.origin}.` : '';
  throw new ProxyError(
    'invalid_usage',
    `--origin must be an origin, such as http://localhost:3000, not ${given}.${advice}`,
  );
}

function startFailure(error: NodeJS.ErrnoException, port: number): string {
  const { code } = error;
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one with --port.`;
  if (code === 'EACCES') return `Port ${port} needs more rights. Choose one from 1024 with --port.`;
  return `The proxy cannot listen: ${error.message}`;
}
