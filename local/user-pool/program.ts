// A process of its own that runs cognito-local over the folder it is started in, until its standard input closes: whoever
// has started it has ended then, however that ended. It writes one JSON object per line.
import { createRequire } from 'node:module';
import { createDefaultServer } from 'cognito-local';

process.stdin.resume().once('close', () => process.exit());

// Its own command would do, but for the output: through a pipe that stops after some kilobytes (5.3.0, pino-pretty 7).
const pino = createRequire(createRequire(import.meta.url).resolve('cognito-local'))('pino');
const logger = pino({ base: undefined }, { write: (line: string) => process.stdout.write(line) });

const server = await (await createDefaultServer(logger)).start();
const address = server.address();
if (typeof address === 'object' && address) logger.info({ url: `http://127.0.0.1:${address.port}` }, 'listening');
