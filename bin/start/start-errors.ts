import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { types } from 'node:util';
import { PortTakenError } from '../../packages/cdk-local/listeners.ts';
import { SavedStateError } from '../../packages/fake-stripe/saved-state.ts';
import { NotRunningError } from './connection-file.ts';
import { OptionsError } from './options.ts';

/** The line for the terminal, and the exit code: 2 wrong usage, 5 nothing is running, 1 anything else. */
export type StartFailure = { readonly message: string; readonly exitCode: 1 | 2 | 5 };

/**
 * Explains why `npm start` failed.
 * @param dataDir the folder of --data
 */
export function explainFailure(error: unknown, dataDir: string | undefined): StartFailure {
  if (error instanceof OptionsError) return { message: error.message, exitCode: 2 };
  if (error instanceof NotRunningError) return { message: error.message, exitCode: 5 };
  if (error instanceof SavedStateError) return { message: otherFake(dataDir), exitCode: 1 };
  return { message: fullDisk(error, dataDir) ?? takenPort(error) ?? plainly(error), exitCode: 1 };
}

const otherFake = (dataDir = ''): string =>
  `The file fake-stripe in ${dataDir} is damaged, or of another version of the fake Stripe. Use another folder with ` +
  '--data, or delete this one: without the file, its accounts that have paid have no customer at the fake.';

const noSpace = /ENOSPC|no space left on device|database or disk is full/i;

function fullDisk(error: unknown, dataDir: string | undefined): string | undefined {
  const folders = [tmpdir(), ...(dataDir === undefined ? [] : [dataDir])];
  const free = folders.map((folder) => ({ folder, megabytes: freeMegabytes(folder) }));
  const isFull = causesOf(error).some(({ message }) => noSpace.test(message));
  // DynamoDB Local does not say why it failed.
  if (!isFull && free.every(({ megabytes }) => megabytes !== 0)) return undefined;
  const left = free.map(({ folder, megabytes = 'an unknown number of' }) => `${folder} has ${megabytes} MB left`);
  return (
    `The disk is full: ${left.join(', ')}. Delete files, or use folders on another disk: TMPDIR for temporary files ` +
    `(about ${temporaryMegabytes} MB), --data for tables and users.`
  );
}

/** What the synthesized template and its bundles take (measured: 27 MB). */
const temporaryMegabytes = 50;

function freeMegabytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.floor((bavail * bsize) / 2 ** 20);
  } catch {
    return undefined;
  }
}

function causesOf(error: unknown): Error[] {
  return types.isNativeError(error) ? [error, ...causesOf(error.cause)] : [];
}

/** The name of a service's port in {@link PortTakenError}, and how to choose another one. */
const servicePorts: Readonly<Record<string, readonly [string, string]>> = {
  rpc: ['the RPC API', '--port'],
  management: ['the management API', '--api-port'],
  'user pools': ['the user pool', "--api-port, the port before the user pool's"],
  dashboard: ['the dashboard', '--dashboard-port'],
  'fake Stripe': ['the fake Stripe', '--stripe-port'],
};

function takenPort(error: unknown): string | undefined {
  if (!(error instanceof PortTakenError)) return undefined;
  const [service, option] = servicePorts[error.service ?? ''] ?? [];
  if (service === undefined) return error.message;
  const advice = `Stop the process that listens on it, or choose another port with ${option} (0 picks a free one).`;
  return `Port ${error.port}, for ${service}, is in use. ${advice}`;
}

/** Expected errors have a code and a message that needs no stack trace. */
function plainly(error: unknown): string {
  if (!types.isNativeError(error)) return String(error);
  return 'code' in error ? error.message : (error.stack ?? error.message);
}
