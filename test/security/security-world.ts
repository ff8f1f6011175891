import { randomBytes } from 'node:crypto';
import type { AllowedCall } from '../../packages/cdk-local/gate.ts';
import { mintSecret } from '../../src/keys/secret.ts';
import { startTestRuntime, type TestKey, type TestRuntime } from '../support/test-runtime.ts';
import { type HostileNode, startHostileNode } from './hostile-node.ts';
import type { KnownSecrets } from './hostile-request/known-secrets.ts';
import { SecretFinder } from './secret-finder.ts';

/** The local runtime with a node that requires credentials, and a check of all its log lines. */
export type World = {
  readonly local: TestRuntime;
  readonly node: HostileNode;
  readonly known: KnownSecrets;
  readonly keys: readonly TestKey[];
  /** Finds every secret: the clients' and the node's. */
  readonly everySecret: SecretFinder;
  /** Finds another secret in later lines. */
  lookFor(secret: string): void;
  /** Lines that show a piece of a secret or tell of something that should never happen. */
  readonly badLines: readonly string[];
  /** The calls that functions have made to AWS so far, each kind of call once. */
  awsCalls(): readonly AllowedCall[];
  stop(): Promise<void>;
};

/** Events that no client may bring about. */
const unheardOf =
  /"event":"(aws_call_denied|invocation_failed|http_api_fault|record_lost|refusal_record_lost|request_failed)"/;

/** The random part of the secret of a key or a token. */
const partOf = (secret: string): string => secret.slice('slc_'.length);

export async function startWorld(): Promise<World> {
  const node = await startHostileNode();
  const [header, query, path] = Array.from({ length: 3 }, () => randomBytes(24).toString('hex'));
  const nodeSecret = JSON.stringify({
    url: `${node.url}/${path}`,
    headers: { authorization: `Bearer ${header}` },
    query: { 'api-key': query },
  });
  const upstreams = [{ url: node.url, secretName: 'nodes/hostile' }];
  const lines = new LineKeeper();
  const awsCalls = new Map<string, AllowedCall>();
  const local = await startTestRuntime(
    {},
    {
      upstreams: { mainnet: upstreams, devnet: upstreams },
      secrets: { 'nodes/hostile': nodeSecret },
      onLine: ({ source, line }) => lines.add(`${source}: ${line}`),
      onAwsCall: (made) => awsCalls.set(JSON.stringify(made), made),
    },
  );
  const [active, limited, revoked] = [
    await local.newKey({ planId: 'scale' }),
    await local.newKey(),
    await local.newKey(),
  ];
  await local.revoke(revoked);
  const known = { active: active.secret, limited: limited.secret, revoked: revoked.secret, unknown: mintSecret() };
  const parts = Object.entries(known).map(([name, secret]) => [name, partOf(secret)]);
  const everySecret = new SecretFinder({ ...Object.fromEntries(parts), header, query, path });
  lines.lookFor(everySecret);
  return {
    local,
    node,
    known,
    keys: [active, limited, revoked],
    everySecret,
    lookFor: (secret) => everySecret.add(secret.slice(0, 8), partOf(secret)),
    badLines: lines.bad,
    awsCalls: () => [...awsCalls.values()],
    async stop() {
      await local.stop();
      await node.stop();
    },
  };
}

/** Keeps the lines that should not be there; those from before the secrets were known are looked at when they are. */
class LineKeeper {
  readonly bad: string[] = [];
  #early: string[] | undefined = [];
  #finder = new SecretFinder({});

  add(line: string): void {
    if (this.#early) this.#early.push(line);
    else if (unheardOf.test(line) || this.#finder.findIn(line) !== undefined) this.bad.push(line);
  }

  lookFor(finder: SecretFinder): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    this.#finder = finder;
    for (const line of early) this.add(line);
  }
}
