import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AwsCredentials } from '../../src/aws/sigv4.ts';
import { signedBySdk } from '../aws/signed-by-sdk.ts';

/** A principal of an AWS account, with its keys. */
export type Principal = { readonly arn: string; readonly credentials: AwsCredentials };

/** A local fake of AWS STS, because nothing real can check a signature here. */
export type FakeSts = {
  readonly url: string;
  /** Replaces its next answer. */
  answerNext: (status: number, body: string) => void;
  /** The requests that it got. */
  readonly requests: readonly string[];
  readonly stop: () => void;
};

const failure = (Code: string) => ({ status: 403, body: JSON.stringify({ Error: { Code, Message: 'of the fake' } }) });

/**
 * Serves GetCallerIdentity as STS does, and nothing else: it signs what arrives again with the SDK's signer and the keys
 * of the principal, and compares.
 */
export async function startFakeSts(region: string, principals: readonly Principal[]): Promise<FakeSts> {
  const requests: string[] = [];
  const planned: { status: number; body: string }[] = [];
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const { status, body } = planned.shift() ?? (await answerTo(request, region, principals));
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    answerNext: (status, body) => void planned.push({ status, body }),
    requests,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answerTo(request: IncomingMessage, region: string, principals: readonly Principal[]) {
  const { authorization = '', host = '', accept } = request.headers;
  const [, id, names = ''] = /Credential=(\w+)\/.*SignedHeaders=([^,]+),/.exec(authorization) ?? [];
  const principal = principals.find(({ credentials }) => credentials.accessKeyId === id);
  if (!principal || host !== `sts.${region}.amazonaws.com`) return failure('InvalidClientTokenId');
  if (accept !== 'application/json') return { status: 200, body: '<GetCallerIdentityResponse/>' };
  const { credentials } = principal;
  if (request.headers['x-amz-security-token'] !== credentials.sessionToken) return failure('InvalidClientTokenId');
  if ((await authorizationOf(request, region, credentials, names.split(';'))) !== authorization) {
    return failure('SignatureDoesNotMatch');
  }
  if (request.url !== '/?Action=GetCallerIdentity&Version=2011-06-15') return failure('InvalidAction');
  const [, Account = ''] = /::(\d+):/.exec(principal.arn) ?? [];
  const GetCallerIdentityResult = { Account, Arn: principal.arn, UserId: 'AIDAEXAMPLE' };
  return { status: 200, body: JSON.stringify({ GetCallerIdentityResponse: { GetCallerIdentityResult } }) };
}

/** What the SDK would have sent. */
async function authorizationOf(
  { method = '', url = '', headers }: IncomingMessage,
  region: string,
  by: AwsCredentials,
  names: readonly string[],
): Promise<string | undefined> {
  const { pathname: path, searchParams } = new URL(url, 'http://sts');
  const at = Date.parse(String(headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));
  const given = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  const query = Object.fromEntries(searchParams);
  const request = { method, host: String(headers.host), path, query, headers: given, body: '' };
  const signed = await signedBySdk(request, { scope: { service: 'sts', region }, by, at });
  return Object.entries(signed).find(([name]) => name === 'authorization')?.[1];
}
