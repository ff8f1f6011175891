import { randomUUID } from 'node:crypto';

/** A request as a viewer sent it. */
export type ViewerRequest = {
  readonly method: string;
  /** The path, percent-encoded as it came. */
  readonly uri: string;
  /** What stands after the question mark. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Of the viewer. */
  readonly ip: string;
};

/** An answer on its way to the viewer. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: Buffer };

/** A copy of the answer with a header more, or with another value of it. */
export function withHeader(answer: Answer, name: string, value: string): Answer {
  const headers = new Headers(answer.headers);
  headers.set(name, value);
  return { ...answer, headers };
}

/** An error that CloudFront itself answers (CloudFront Developer Guide, "Troubleshoot error response status codes"). */
export const errorPage = (status: number, why: string): Answer => ({
  status,
  headers: new Headers({ 'content-type': 'text/html', server: 'CloudFront' }),
  body: Buffer.from(
    `<!DOCTYPE html><title>ERROR: The request could not be satisfied</title>\n<h1>${status} ERROR</h1>\n` +
      `<h2>The request could not be satisfied.</h2>\n<p>${why}\n<p>Request ID: ${randomUUID()}\n`,
  ),
});
