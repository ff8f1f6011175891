/** Checks whether an `Accept-Encoding` header allows gzip (RFC 9110, 12.5.3): by name or `*`, with a weight above 0. */
export function acceptsGzip(header: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const coding of header?.toLowerCase().split(',') ?? []) {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
