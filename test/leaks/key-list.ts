import { createServer } from 'node:http';
import { GitHubSigner } from './github-signer.ts';

/** A list of public keys at an address, as GitHub serves it. `answer` replaces the list. */
export type KeyList = {
  readonly url: string;
  readonly reads: () => number;
  signers: readonly GitHubSigner[];
  answer: { readonly status?: number; readonly body: string } | undefined;
  readonly stop: () => void;
};

export async function serveKeyList(signers: readonly GitHubSigner[]): Promise<KeyList> {
  let reads = 0;
  const server = createServer((_, response) => {
    reads += 1;
    const { status = 200, body } = list.answer ?? { body: GitHubSigner.list(list.signers) };
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const list: KeyList = {
    url: `http://127.0.0.1:${port}/list`,
    reads: () => reads,
    signers,
    answer: undefined,
    stop: () => void server.close(),
  };
  return list;
}
