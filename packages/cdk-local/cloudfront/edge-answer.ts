import { randomUUID } from 'node:crypto';

/** A request as a viewer sent it. */
export type ViewerRequest = {
  readonly method: string;
  /** The path, percent-encoded as received. */
  readonly uri: string;
  /** The text after the question mark. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The viewer's address. */
  readonly ip: string;
};

/** An answer to the viewer. */
export type EdgeAnswer = { readonly status: number; readonly headers: Headers; readonly body: Buffer };

/** A copy of the answer with a header added or replaced. */
export function withHeader(answer: EdgeAnswer, name: string, value: string): EdgeAnswer {
  const headers = new Headers(answer.headers);
  headers.set(name, value);
  return { ...answer, headers };
}

/** An error page of CloudFront itself (CloudFront Developer Guide, "Troubleshoot error response status codes"). */
export const errorPage = (status: number, why: string): EdgeAnswer => ({
  status,
  headers: new Headers({ 'content-type': 'text/html', server: 'CloudFront' }),
  body: Buffer.from(
    `<!DOCTYPE html><title>ERROR: The request could not be satisfied</title>\n<h1>${status} ERROR</h1>\n` +
      `<h2>The request could not be satisfied.</h2>\n<p>${why}\n<p>Request ID: ${randomUUID()}\n`,
  ),
});
