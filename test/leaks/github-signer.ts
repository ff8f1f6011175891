import { generateKeyPairSync, sign } from 'node:crypto';

/** Signs reports as GitHub does (GitHub Docs, "Secret scanning partner program"). A fake: GitHub's own key is secret. */
export class GitHubSigner {
  readonly identifier: string;
  readonly publicKey: string;
  readonly #privateKey;

  constructor(identifier = 'bcb53661c06b4728e59d897fb6165d5c9cda0fd9cdf9d09ead458168deb7518c', namedCurve = 'P-256') {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
    this.identifier = identifier;
    this.publicKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    this.#privateKey = privateKey;
  }

  /** The headers of a report with this body. */
  headersOf(body: string | Buffer): Record<string, string> {
    return {
      'content-type': 'application/json',
      'github-public-key-identifier': this.identifier,
      'github-public-key-signature': sign('sha256', Buffer.from(body), this.#privateKey).toString('base64'),
    };
  }

  /** The list at https://api.github.com/meta/public_keys/secret_scanning. */
  static list(signers: readonly GitHubSigner[]): string {
    const entryOf = ({ identifier, publicKey }: GitHubSigner) => ({
      key_identifier: identifier,
      key: publicKey,
      is_current: true,
    });
    return JSON.stringify({ public_keys: signers.map(entryOf) });
  }
}
