import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { becomeCustomer, type Customer } from '../support/customer.ts';
import { call, post } from '../support/rpc.ts';
import { startTestRuntime, type TestRuntime } from '../support/test-runtime.ts';

// Terraform or OpenTofu has to be installed. The provider is built from the Go module proxy, once, because the registry of
// providers is not one of the registries that tests use.

const run = promisify(execFile);
const provider = 'github.com/Mastercard/terraform-provider-restapi';
const built = resolve('.local/terraform/restapi-1.20.0');

const installed = ['terraform', 'tofu'].find((name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))),
);

// Without it there is nothing to prove; the name of the test says so.
const describeWithTerraform = installed === undefined ? describe.skip : describe;

describeWithTerraform('the example for Terraform, which needs terraform or tofu on the PATH', () => {
  let local: TestRuntime;
  let customer: Customer;
  let folder: string;
  let env: Record<string, string | undefined>;

  const terraform = async (...args: string[]): Promise<string> => {
    try {
      return (await run(installed ?? '', args, { cwd: folder, env })).stdout;
    } catch (error) {
      throw new Error(`${args.join(' ')}: ${Object(error).stdout}${Object(error).stderr}`);
    }
  };

  beforeAll(async () => {
    if (!existsSync(join(built, 'terraform-provider-restapi'))) {
      mkdirSync(built, { recursive: true });
      // Not `go install`: that asks the proxy for a list of versions, which it may not have.
      writeFileSync(join(built, 'go.mod'), `module provider\n\ngo 1.23\n\nrequire ${provider} v1.20.0\n`);
      const args = ['build', '-mod=mod', '-o', 'terraform-provider-restapi', provider];
      await run('go', args, { cwd: built, env: { ...process.env, GOFLAGS: '' } });
    }
    local = await startTestRuntime({ mainnet: ['http://127.0.0.1:9'], devnet: ['http://127.0.0.1:9'] });
    customer = await becomeCustomer(local, 'terraform@example.com');
    const body = { name: 'Terraform', permissions: ['keys' as const], expiresInDays: 1, password: customer.password };
    const token = (await customer.client.POST('/v1/tokens', { body })).data?.secret ?? '';
    folder = mkdtempSync(join(tmpdir(), 'sluice-terraform-'));
    cpSync('examples/secret-rotation/terraform/main.tf', join(folder, 'main.tf'));
    writeFileSync(
      join(folder, 'cli.tfrc'),
      `provider_installation {\n  dev_overrides { "mastercard/restapi" = "${built}" }\n  direct {}\n}\n`,
    );
    env = {
      PATH: process.env.PATH,
      HOME: folder,
      TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'),
      TF_VAR_api_url: local.runtime.dashboardUrl,
      TF_VAR_account_token: token,
      API_DATA_IS_SENSITIVE: 'true',
      CHECKPOINT_DISABLE: '1',
    };
  });
  afterAll(async () => {
    await local?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  test('creates a key with a secret that works, plans nothing more, renames and revokes it', async () => {
    await terraform('fmt', '-check');
    const shown = await terraform('apply', '-auto-approve', '-no-color');
    const secret = (await terraform('output', '-raw', 'secret')).trim();
    const keyId = (await terraform('output', '-raw', 'key_id')).trim();
    expect(secret).toMatch(/^slc_\w{38}$/);
    expect(shown).not.toContain(secret);
    const status = async () => (await post(local.runtime.endpoints.devnet ?? '', secret, call('getHealth'))).status;
    // The node does not answer, and the key is accepted.
    expect(await status()).toBe(502);
    expect(await terraform('plan', '-detailed-exitcode', '-no-color')).toContain('No changes.');
    const main = join(folder, 'main.tf');
    writeFileSync(main, readFileSync(main, 'utf8').replace('name = "backend"', 'name = "renamed"'));
    await terraform('apply', '-auto-approve', '-no-color');
    const params = { path: { keyId } };
    expect((await customer.client.GET('/v1/keys/{keyId}', { params })).data).toMatchObject({ name: 'renamed' });
    expect(await status()).toBe(502);
    await terraform('destroy', '-auto-approve', '-no-color');
    expect((await customer.client.GET('/v1/keys/{keyId}', { params })).data?.state).toBe('revoked');
    expect(await status()).toBe(403);
  });
});
