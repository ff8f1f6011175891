import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { buildFunctions } from '../../../../bin/build/build-functions.ts';
import { functionSettings } from '../../../../lib/settings/function-settings.ts';
import { mintSecret } from '../../../../src/keys/secret.ts';
import { toAttributes } from '../../../../src/table/attribute-value.ts';
import { type WrittenSettings, writeFunctionSettings } from '../../../support/function-settings.ts';
import {
  type Behaviour,
  startUpstream,
  stopUpstreams,
  type UpstreamServer,
} from '../../../upstream/upstream-server.ts';
import { deployedVariablesOf } from '../../functions/function-properties.ts';
import { stackSettings, templateOf, withNodes } from '../../synthesis.ts';
import { functionsInVpc, inVpc } from '../vpc-stack.ts';

// The real bundles run here, and whatever address they open is recorded. A call to a further service of AWS, or to any
// other host, fails this test: it would need a way out of the VPC, and a rule in the security group.

const nodes = {
  mainnet: [
    { url: 'http://first.example', secretName: 'nodes/first' },
    { url: 'http://second.example:8899', private: true },
  ],
  devnet: [{ url: 'http://devnet.internal.example:8899', private: true }],
};
const template = templateOf('prod', inVpc({}, nodes));

/** DynamoDB by its public name, to which the gateway endpoint routes; Secrets Manager at its endpoint's own name. */
const dynamoDb = 'dynamodb.eu-central-1.amazonaws.com:80';
const secretsManager = 'vpce-1.secretsmanager.example:80';
const ofNodes = ['first.example:80', 'second.example:8899', 'devnet.internal.example:8899'];

const secret = mintSecret();
const state = { planId: 'free', planState: 'active', state: 'active' };
const secretItem = toAttributes({ keyId: 'key_1', accountId: 'acc_1', ...state });

/** Every function in the VPC, by its construct: its bundle, what it is invoked with, and every address that it opens. */
const functions = {
  DataPlaneProxy: {
    bundle: 'proxy',
    events: ['/', '/devnet'].map(event),
    opens: [dynamoDb, secretsManager, ...ofNodes],
  },
  Watch: { bundle: 'watch', events: [{}, {}], opens: [dynamoDb, secretsManager, ...ofNodes] },
} as const;

let server: UpstreamServer;
let written: WrittenSettings;
beforeEach(async () => {
  server = await startUpstream(everything);
  written = writeFunctionSettings(functionSettings({ ...stackSettings, networks: withNodes(nodes) }));
});
afterEach(async () => {
  written.remove();
  await stopUpstreams();
});

test('are the list of functions in the VPC', () => {
  expect(functionsInVpc(template)).toEqual(Object.keys(functions).toSorted());
});

test.each(Object.entries(functions))(
  '%s opens its addresses, and no others',
  async (name, { bundle, events, opens }) => {
    const { opened, answers } = await invoke(name, bundle, events);
    expect(opened).toEqual([...opens].toSorted());
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain('failed');
  },
);

function event(rawPath: string) {
  return {
    rawPath,
    headers: { 'content-type': 'application/json', 'x-api-key': secret },
    body: '{"jsonrpc":"2.0","id":1,"method":"getSlot"}',
    isBase64Encoded: false,
  };
}

const json = (body: unknown, status = 200) => ({ status, body: JSON.stringify(body) });

/** DynamoDB, Secrets Manager and the nodes, by the address that was asked. The first node fails, so that the second is asked. */
const everything: Behaviour = (response, { headers, body }) => {
  const { host = '', 'x-amz-target': operation } = headers;
  const found = () => {
    if (operation === 'secretsmanager.GetSecretValue') {
      return json({ SecretString: JSON.stringify({ headers: { 'x-token': 'a-token-of-the-node-0123456789' } }) });
    }
    if (host.startsWith('dynamodb.')) return json({ Item: secretItem, Attributes: { used: { N: '1' } } });
    if (host === 'first.example') return json({}, 503);
    return json({ jsonrpc: '2.0', id: JSON.parse(String(body) || '{}').id ?? 1, result: 1 });
  };
  const { status, body: answer } = found();
  response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
};

const line = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ opened: v.optional(v.string()), answer: v.optional(v.unknown()) }),
);

async function invoke(construct: string, bundle: string, events: readonly object[]) {
  const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
  const entry = join(buildFunctions(), bundle, 'index.mjs');
  const args = ['--import', here('./record-connections.mjs'), here('./invoke.mjs'), entry, JSON.stringify(events)];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...deployedVariablesOf(template, construct),
      ...written.variables,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      // The names that the functions would use, without TLS: there is no certificate for them here.
      AWS_ENDPOINT_URL_DYNAMODB: 'http://dynamodb.eu-central-1.amazonaws.com',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: 'http://vpce-1.secretsmanager.example',
      TEST_SERVER_PORT: new URL(server.url).port,
      CALL_PATIENCE: '20',
    },
  });
  const lines = (await text(child.stdout)).split('\n').filter((each) => each.startsWith('{'));
  const parsed = lines.map((each) => v.parse(line, each));
  return {
    opened: [...new Set(parsed.flatMap(({ opened }) => opened ?? []))].toSorted(),
    answers: parsed.flatMap(({ answer }) => (answer === undefined ? [] : [answer])),
  };
}
