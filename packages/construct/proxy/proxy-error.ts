/** Why the proxy does not start. `exitCode` as in docs/cli.md, "Exit codes". */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: 'invalid_usage' | 'refused' | 'failed';

  constructor(code: ProxyError['code'], message: string) {
    super(message);
    this.code = code;
  }

  get exitCode(): number {
    return { invalid_usage: 2, refused: 3, failed: 1 }[this.code];
  }
}
