import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFunctionSettings } from '../../../src/settings.ts';
import { makeAuthority } from '../authority.ts';
import { startStub } from '../start-server.ts';

const authority = makeAuthority();

describe('the stub over TLS', () => {
  let stub: Awaited<ReturnType<typeof startStub>>;
  beforeAll(async () => {
    stub = await startStub(authority);
  });
  afterAll(() => stub.stop());

  const open = async (ca?: string): Promise<TLSSocket> => {
    const { hostname: host, port } = new URL(stub.variables.AWS_ENDPOINT_URL);
    const socket = connect({ host, port: Number(port), servername: host, ...(ca && { ca }) });
    await once(socket, 'secureConnect');
    return socket;
  };

  test('speaks TLS 1.3 with a certificate and its issuer’s to a client that trusts the root', async () => {
    const socket = await open(readFileSync(authority.client.NODE_EXTRA_CA_CERTS, 'utf8'));
    expect(socket.getProtocol()).toBe('TLSv1.3');
    const names = [];
    for (let one = socket.getPeerX509Certificate(); one; one = one.issuerCertificate) names.push(one.subject);
    expect(names).toEqual(['CN=server', 'CN=intermediate']);
    socket.destroy();
  });

  test('is not trusted by any other client', async () => {
    await expect(open()).rejects.toMatchObject({ code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' });
  });

  test('is two servers, so that the proxy opens a connection to each', () => {
    const { AWS_ENDPOINT_URL } = stub.variables;
    const { networks } = readFunctionSettings(stub.variables);
    const nodes = new Set(networks.flatMap(({ upstreams }) => upstreams.map(({ url }) => url)));
    expect([...nodes]).toEqual([stub.nodeUrl]);
    for (const url of [AWS_ENDPOINT_URL, stub.nodeUrl]) expect(url).toMatch(/^https:\/\/localhost:\d+$/);
    expect(stub.nodeUrl).not.toBe(AWS_ENDPOINT_URL);
  });
});
