/** The environment variable that the line takes the secret from, so that none gets into a shell's history. */
export const secretVariable = 'SLUICE_API_KEY';

/** A text as one word of a POSIX shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a line for bash: the same address, headers and body. */
export const curlLine = (url: string, body: string): string =>
  [
    `curl ${quoted(url)}`,
    "-H 'Content-Type: application/json'",
    `-H "X-API-KEY: $${secretVariable}"`,
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ');
