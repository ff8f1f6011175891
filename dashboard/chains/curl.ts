/** The environment variable that holds the secret, so that the secret stays out of the shell's history. */
export const secretVariable = 'RPC_API_KEY';

/** The shell command that puts a secret into the environment. */
export const exportLine = (secret: string): string => `export ${secretVariable}=${secret}`;

/** Any text as one word of a POSIX shell. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The header of the secret, as a word of a shell that expands the variable. */
export const secretHeader = `"X-API-KEY: $${secretVariable}"`;

const jsonHeader = "'Content-Type: application/json'";

type CurlRequest = {
  /** Default: GET, or POST with a body. */
  readonly method?: string | undefined;
  /** As a word of a shell, in quotes if it needs them; so are the headers. */
  readonly url: string;
  readonly headers: readonly string[];
  /** A JSON text as it is, even if it is not valid; undefined without a body. */
  readonly body?: string | undefined;
};

/** A request as a curl command for bash, with an option per line. */
export const curlCommand = ({ method, url, headers, body }: CurlRequest): string =>
  [
    `curl ${method === undefined ? '' : `-X ${method} `}${url}`,
    ...(body === undefined ? headers : [jsonHeader, ...headers]).map((header) => `-H ${header}`),
    // Unlike -d, it does not take a body that starts with @ as the name of a file.
    ...(body === undefined ? [] : [`--data-raw ${shellQuoted(body)}`]),
  ].join(' \\\n  ');

/** A call of an RPC endpoint as a curl command for bash: the same URL, headers and body. */
export const curlLine = (url: string, body: string): string =>
  curlCommand({ url: shellQuoted(url), headers: [secretHeader], body });
