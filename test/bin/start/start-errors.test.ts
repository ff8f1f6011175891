import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, test } from '@jest/globals';
import { NotRunningError } from '../../../bin/start/connection-file.ts';
import { OptionsError } from '../../../bin/start/options.ts';
import { explainFailure } from '../../../bin/start/start-errors.ts';
import { PortTakenError } from '../../../packages/cdk-local/listeners.ts';
import { SavedStateError } from '../../../packages/fake-stripe/saved-state.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

describe('a failed start', () => {
  test('by a full disk says which folder is full, and what to do', () => {
    const cause = thrownBy(() => writeFileSync('/dev/full', 'x'));
    for (const error of [cause, new Error('The demo key could not be created.', { cause })]) {
      const { message, exitCode } = explainFailure(error, '/dev');
      expect(message).toMatch(
        new RegExp(`^The disk is full: ${RegExp.escape(tmpdir())} has \\d+ MB left, /dev has \\d+ MB`),
      );
      expect(message).toContain('TMPDIR');
      expect(exitCode).toBe(1);
    }
  });

  test('of which a part does not say that the disk is full says so if it is', () => {
    const unknown = new Error('InternalFailure');
    // No file system of this kind has space.
    expect(explainFailure(unknown, '/proc').message).toMatch(/^The disk is full: .+ \/proc has 0 MB left\./);
    expect(explainFailure(unknown, tmpdir()).message).toMatch(/^Error: InternalFailure\n/);
    expect(explainFailure(unknown, '/no/such/folder').message).toMatch(/^Error: InternalFailure\n/);
  });

  test.each([
    [
      'rpc',
      'Port 7, for the RPC API, is in use. Stop the process that listens on it, or choose another port with --port ',
    ],
    ['management', '--api-port (0 picks a free one).'],
    ['user pools', "with --api-port, the port before the user pool's (0"],
    ['dashboard', 'Port 7, for the dashboard, is in use.'],
    ['fake Stripe', 'another port with --stripe-port (0 picks'],
    ['other', 'Port 7 (other) is in use.'],
  ])('by a taken port of %s names the service and the option', (service, message) => {
    const error = new PortTakenError(7, undefined, service);
    expect(explainFailure(error, undefined)).toMatchObject({ message: expect.stringContaining(message), exitCode: 1 });
  });

  test('by the data of another fake Stripe says which file it is', () => {
    const { message, exitCode } = explainFailure(new SavedStateError(''), '/data');
    expect([message, exitCode]).toEqual([expect.stringMatching(/^The file fake-stripe in \/data is damaged/), 1]);
  });

  test('has the exit code of its reason', () => {
    expect(explainFailure(new OptionsError('--port x'), undefined)).toEqual({ message: '--port x', exitCode: 2 });
    expect(explainFailure(new NotRunningError('1'), undefined).exitCode).toBe(5);
    expect(explainFailure('thrown', undefined)).toEqual({ message: 'thrown', exitCode: 1 });
  });
});
