import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { parse } from 'yaml';
import { FakeSecretsManager } from '../examples/fake-secrets-manager.ts';
import { type RotationModule, rotationModule, rotationSteps } from '../examples/rotation-module.ts';
import { becomeCustomer, type Customer } from '../support/customer.ts';
import { call, post } from '../support/rpc.ts';
import type { TestRuntime } from '../support/test-runtime.ts';

const example = 'examples/secret-rotation';

export function rotationCases(running: () => TestRuntime): void {
  const status = async (secret: string) =>
    (await post(running().runtime.endpoints.devnet ?? '', secret, call('getHealth'))).status;

  // One for all cases: an address can sign up a few times an hour only.
  let owner: Promise<Customer> | undefined;

  async function rotatedKey() {
    owner ??= becomeCustomer(running(), 'rotation@example.com');
    const { client, accountId, password } = await owner;
    const { data } = await client.POST('/v1/keys', { body: { name: 'backend' } });
    // So that the load meets no limit.
    await running().assignPlan(accountId, 'scale');
    const body = { name: 'rotation', permissions: ['keys' as const], expiresInDays: 1, password };
    const token = (await client.POST('/v1/tokens', { body })).data?.secret ?? '';
    return { client, keyId: data?.key.keyId ?? '', secret: data?.secret ?? '', token };
  }

  test('the rotation function of Secrets Manager rotates over HTTP under load, and no call is refused', async () => {
    const { keyId, secret, token } = await rotatedKey();
    const secrets = new FakeSecretsManager(secret);
    const rotation: RotationModule = await rotationModule();
    const gateway = { apiUrl: running().runtime.dashboardUrl, token, keyId, graceHours: 1 };
    const handler = rotation.createHandler({ secrets, readGateway: async () => gateway });
    const statuses: number[] = [];
    let isRotating = true;
    const client = async (value: () => string) => {
      while (isRotating) statuses.push(await status(value()));
    };
    const load = [client(() => secret), client(() => secrets.current), client(() => secrets.current)];
    const ClientRequestToken = secrets.startRotation();
    for (const Step of rotationSteps) {
      for (const _ of ['once', 'again']) await handler({ Step, SecretId: 'backend', ClientRequestToken });
    }
    expect(secrets.current).not.toBe(secret);
    statuses.push(await status(secrets.current));
    isRotating = false;
    await Promise.all(load);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(statuses.length).toBeGreaterThan(6);
  });

  test('the workflow of GitHub stores a new secret, also when an earlier try was lost, and stores nothing if it is refused', async () => {
    const { keyId, secret, token } = await rotatedKey();
    const folder = mkdtempSync(join(tmpdir(), 'sluice-rotation-'));
    try {
      const workflow = v.parse(workflowSchema, parse(readFileSync(`${example}/github-actions/rotate-key.yml`, 'utf8')));
      const script = workflow.jobs.rotate.steps.find(({ run }) => run)?.run ?? '';
      const scripts = join(folder, '.github/rotate-key');
      mkdirSync(scripts, { recursive: true });
      cpSync(`${example}/github-actions/rotate.mjs`, join(scripts, 'rotate.mjs'));
      cpSync(`${example}/function/rotate-key.mjs`, join(scripts, 'rotate-key.mjs'));
      // A fake of GitHub's command: it keeps what it is given.
      const gh = '#!/bin/sh\necho "$*" > called\n[ ! -e broken ] || exit 1\ncat > stored\n';
      writeFileSync(join(folder, 'gh'), gh, { mode: 0o755 });
      const run = (RPC_API_KEY: string, GITHUB_RUN_ID: string) =>
        new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
          const API_URL = running().runtime.dashboardUrl;
          const PATH = [folder, dirname(process.execPath), process.env.PATH].join(delimiter);
          const given = {
            API_URL,
            KEY_ID: keyId,
            GRACE_HOURS: '24',
            ACCOUNT_TOKEN: token,
            GITHUB_REPOSITORY: 'me/backend',
          };
          const env = { ...given, PATH, RPC_API_KEY, GITHUB_RUN_ID };
          // How GitHub runs `shell: bash`.
          execFile(
            'bash',
            ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script],
            { env, cwd: folder },
            (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
          );
        });
      const stored = () => readFileSync(join(folder, 'stored'), 'utf8');
      writeFileSync(join(folder, 'broken'), '');
      expect(await run(secret, '1')).toMatchObject({ code: 1 });
      rmSync(join(folder, 'broken'));
      const done = await run(secret, '1');
      expect(done).toEqual({ code: 0, out: `::add-mask::${stored()}\n`, err: '' });
      expect(readFileSync(join(folder, 'called'), 'utf8')).toBe('secret set RPC_API_KEY --repo me/backend\n');
      expect([await status(secret), await status(stored())]).toEqual([200, 200]);
      const current = stored();
      for (const file of ['stored', 'called']) rmSync(join(folder, file));
      const early = await run(current, '2');
      expect(early).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('The grace period of the last rotation'),
      });
      expect([existsSync(join(folder, 'called')), await status(current)]).toEqual([false, 200]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

const workflowSchema = v.object({
  jobs: v.object({ rotate: v.object({ steps: v.array(v.object({ run: v.optional(v.string()) })) }) }),
});
