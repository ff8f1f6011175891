import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** A certificate authority for one run, and its certificate for `localhost`. */
export type Authority = {
  /** Environment variables of a server: PEM files. */
  readonly server: { readonly CERTIFICATES: string; readonly KEY: string };
  /** Environment variables of a client that trusts the authority in addition to Node's. */
  readonly client: { readonly NODE_EXTRA_CA_CERTS: string };
};

const authorityExtension = 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n';
const serverExtension = 'subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n';

/**
 * Makes one with the command `openssl`: a chain like that of AWS's endpoints, whose server, intermediate and root all
 * have RSA keys of 2048 bits. Its files are removed when this process ends.
 */
export function makeAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-authority-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const issue = (name: string, issuer: string, extension: string) => {
    writeFileSync(join(folder, `${name}.ext`), extension);
    openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${name}`,
    );
    const signer = issuer === name ? ['-signkey', `${name}.key`] : ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`];
    const serial = ['-set_serial', String(Date.now()), '-days', '2', '-extfile', `${name}.ext`];
    openssl('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...signer, ...serial);
    return readFileSync(join(folder, `${name}.pem`), 'utf8');
  };
  issue('root', 'root', authorityExtension);
  const intermediate = issue('intermediate', 'root', authorityExtension);
  const server = issue('server', 'intermediate', serverExtension);
  const chain = join(folder, 'chain.pem');
  writeFileSync(chain, server + intermediate);
  return {
    server: { CERTIFICATES: chain, KEY: join(folder, 'server.key') },
    client: { NODE_EXTRA_CA_CERTS: join(folder, 'root.pem') },
  };
}

/** Makes this process trust an authority; Node reads its environment only at the start. */
export function trust({ client }: Authority): void {
  setDefaultCACertificates([...getCACertificates(), readFileSync(client.NODE_EXTRA_CA_CERTS, 'utf8')]);
}
